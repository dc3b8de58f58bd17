#pragma once

#include <string>
#include <string_view>

namespace glassformer {

// Compiles and links a compute program: shaders/prelude.glsl, then the definitions ("#define …\n"),
// then that file of shaders/. Returns its OpenGL name; the caller deletes it. Needs a current
// context. Throws UserError with the driver's log if it does not compile.
unsigned compile_compute(std::string_view file, std::string_view defines);

}  // namespace glassformer
