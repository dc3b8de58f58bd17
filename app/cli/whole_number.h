#pragma once

#include <string>

namespace glassformer {

// A check for options that are a size or a seed: what is wrong with the text, or nothing. CLI11
// alone takes -1 for the largest number there is, and cuts off what is larger.
std::string whole_number(const std::string& text);

}  // namespace glassformer
