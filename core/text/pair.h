#pragma once

#include <string>
#include <vector>

namespace glassformer {

// Word `source` of one sentence and word `target` of the other say the same; both count from 0 over
// the words that split_words (core/text/words.h) finds.
struct Link {
  int source = 0;
  int target = 0;
  bool operator==(const Link&) const = default;
};

// A sentence and its translation. `links` is the true word alignment, sorted by target, then
// source; empty where nobody knows it.
struct SentencePair {
  std::string source;
  std::string target;
  std::vector<Link> links;
};

}  // namespace glassformer
