#pragma once

#include <concepts>
#include <string>
#include <string_view>

namespace glassformer {

// "1 word", "3 words".
std::string number_of(std::integral auto count, std::string_view noun) {
  std::string text = std::to_string(count) + " ";
  text += noun;
  return count == 1 ? text : text + "s";
}

}  // namespace glassformer
