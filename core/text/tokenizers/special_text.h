#pragma once

#include <string_view>
#include <vector>

#include "core/text/tokenizers/tokenizer.h"

namespace glassformer {

// A stretch of a text: a special token that is spelled out there, or text between two such (−1).
struct SpecialStretch {
  std::string_view text;
  int id = -1;
};

// The text cut at its special tokens, from left to right; where several begin, the longest counts.
// Together the stretches are the text, and none is empty.
std::vector<SpecialStretch> special_stretches(std::string_view text,
                                              const std::vector<SpecialText>& special);

}  // namespace glassformer
