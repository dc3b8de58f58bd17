#pragma once

#include <fmt/format.h>

#include <concepts>
#include <string>
#include <string_view>

namespace glassformer {

// "1 word", "3 words".
std::string number_of(std::integral auto count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace glassformer
