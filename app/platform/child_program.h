#pragma once

#include <string_view>

namespace glassformer {

bool is_on_path(std::string_view program);  // in one of the folders of PATH, and can be run

}  // namespace glassformer
