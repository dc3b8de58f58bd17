#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace glassformer {

// What --only PART … says of a measurement: whether one of the parts is in its name. Without parts
// all are wanted.
bool is_wanted(const std::vector<std::string>& parts, std::string_view name);

// Throws UserError, which lists the names, if none of them is wanted.
void check_only(const std::vector<std::string>& parts, const std::vector<std::string>& names);

}  // namespace glassformer
