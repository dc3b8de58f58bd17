#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/grad/var.h"
#include "core/scenes/records/option_keys.h"

namespace glassformer {

namespace bias_options {
inline constexpr TextKey axis{"axis", "she - he"};
inline constexpr TextKey words{"words"};
inline constexpr TextKey pair{"pair", "woman man"};
inline constexpr TextKey near{"near", "hot"};
}  // namespace bias_options

enum class BiasPart { along, extremes, pairs, neutral, neighbours };

// What the scene bias computed.
struct BiasRecord {
  struct Pairs {
    Var cosine;                       // [pairs, 1]
    Var mean;                         // [1, 1]
    std::vector<std::string> listed;  // all that were looked for, as the rows of `cosine` are named
  };
  Var along;          // [1, words]: the examined words along the direction
  Var extremes;       // [1, words]: those of all that lie farthest
  Var pairs;          // [1, pairs]: the analogies that the direction makes
  Var before, after;  // [words, 2]: cosines with the two words that are made equally far
  Var neutral;        // [1, words]: the neutralised words along the direction, all 0
  Var left;           // [1, words]: the neutralised words along the direction of that pair
  Var near;           // [1, k]: the neighbours of a word
  // Of what the lecture prints (printed_bias.h), what these vectors know; empty: nothing.
  Var printed_words;  // [1, words] along the direction
  Var printed_pairs;  // [1, pairs]: the cosine of their difference with it
  Pairs opposites, alike;

  // What a path of the scene is about, whether or not these vectors have it.
  static BiasPart part_of(std::string_view path);
};

}  // namespace glassformer
