#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace glassformer {

// "71291 100", the first line of the formats of word2vec: words and dimensions.
struct Word2VecHeader {
  std::uint64_t words;
  std::uint64_t dim;
};

// Nothing if the line is anything but two whole numbers (which 64 bits hold).
std::optional<Word2VecHeader> parse_word2vec_header(std::string_view line);

}  // namespace glassformer
