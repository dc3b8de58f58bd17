#pragma once

#include <string_view>

namespace glassformer {

// The text of one of the program's own sources, "core/speed/product_naive.cpp", put into it when it
// was built. Throws std::logic_error for a file that CMakeLists.txt does not name.
std::string_view own_source(std::string_view file);

}  // namespace glassformer
