#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/embed/search/why_text.h"
#include "core/grad/var.h"
#include "core/scenes/records/option_keys.h"

namespace glassformer {

namespace why_near_options {
inline constexpr TextKey words{"words", "king queen"};
inline constexpr TextKey text{"text", "small world"};
inline constexpr std::string_view world = "small world", wordnet = "WordNet";
}  // namespace why_near_options

// What the scene why-near computed.
struct WhyNearRecord {
  using Line = std::vector<LinePiece>;
  bool analogy = false;    // of four words; otherwise of two
  int against = 0;         // so many of the shown contexts, the last, speak against it
  Var counts;              // [words, contexts]
  Var ppmi;                // [words, contexts]
  Var parts;               // of an analogy: what each word brings [3, contexts]
  Var share;               // of the cosine [1, contexts]
  Var rest;                // the share of all other contexts; empty: there are none
  Var cosine;              // the sum of all shares [1, 1]
  Var vectors;             // of the shipped vectors [1, 1]; empty: they lack a word
  Var answers;             // of an analogy: the best by the contexts [1, n]
  int others = 0;          // how many contexts are not shown
  std::vector<Line> both;  // of two words: lines that hold both
  std::vector<std::vector<Line>> beside;  // [words][contexts]: a line with both; empty: none
  bool wordnet_is_there = false;
};

}  // namespace glassformer
