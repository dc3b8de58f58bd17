#pragma once

#include <string>
#include <string_view>

namespace glassformer {

// The text as it may be shown: bytes that are no UTF-8 and control characters, which could move a
// terminal's cursor, become the replacement mark U+FFFD.
std::string readable(std::string_view text);

}  // namespace glassformer
