#pragma once

#include <string_view>

namespace glassformer {

// The text of a file in shaders/, put into the program when it is built. Throws std::logic_error
// if there is none of that name.
std::string_view shader_source(std::string_view file);

}  // namespace glassformer
