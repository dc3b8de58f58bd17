#pragma once

#include <string>
#include <utility>
#include <vector>

namespace glassformer {

// The libraries that draw, with their versions, for `doctor`.
std::vector<std::pair<std::string, std::string>> library_versions();

}  // namespace glassformer
