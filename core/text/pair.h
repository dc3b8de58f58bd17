#pragma once

#include <optional>
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

// What "it" means: words of the source, counted as above.
struct Reference {
  int pronoun = 0;  // "it"
  int noun = 0;     // what it means
  int rival = -1;   // the other noun that it could mean; -1: there is none
  // the translation of "it" would be another word if it meant the rival
  bool contested = false;
  bool operator==(const Reference&) const = default;
};

// A sentence and its translation. `links` is the true word alignment, sorted by target, then
// source; empty where nobody knows it.
struct SentencePair {
  std::string source;
  std::string target;
  std::vector<Link> links;
  std::optional<Reference> it = {};  // where the source says "it" and its noun is known
};

}  // namespace glassformer
