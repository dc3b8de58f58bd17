#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace glassformer {

// RFC 4648, section 4, with its padding.
std::string base64(std::string_view bytes);
// Nothing: the text is not that.
std::optional<std::string> base64_bytes(std::string_view text);

}  // namespace glassformer
