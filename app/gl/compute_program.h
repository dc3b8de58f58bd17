#pragma once

#include <string>
#include <string_view>

namespace glassformer {

// A linked compute program of shaders/prelude.glsl, the definitions and that file of shaders/; the
// caller deletes it. Needs a current context; throws UserError with the driver's words if it
// refuses them.
unsigned compile_compute(std::string_view file, std::string_view defines);

}  // namespace glassformer
