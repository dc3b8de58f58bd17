#pragma once

#include <array>
#include <cstddef>
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
inline constexpr TextKey moved{"moved", "nurse"};
inline constexpr NumberKey farthest{"farthest", 0};
inline constexpr TextKey word_set{"word_set", "small world"};
inline constexpr TextKey direction{"direction", "one pair"};
inline constexpr std::string_view one_pair = "one pair", ten_pairs = "ten pairs";
}  // namespace bias_options

enum class BiasPart { along, extremes, pairs, neutral, neighbours };

// What the scene bias computed.
struct BiasRecord {
  // Of what the lecture prints, what these vectors know.
  struct Printed {
    Var value;   // [1, n]; empty: nothing of it is known
    Var agrees;  // 1 for each that lies as printed [1, n]
    Var share;   // of those [1, 1]
  };
  // A word's neighbours, and whether they are in the other list too.
  struct Near {
    Var cosine;  // [1, k]
    Var found;   // [1, k]
  };
  // The words that lie farthest out, the first half towards the second end of the direction: where
  // they lie on a plane of their own, and how well the two halves are told apart.
  struct Clusters {
    Var map;    // [words, 2]
    Var right;  // 1 where two means, without the halves' names, part them so [words, 1]
    Var share;  // of those [1, 1]
    Var told;   // the share of words of which a classifier that learned the others knows the half
  };
  struct Pairs {
    Var cosine;                       // [pairs, 1]
    Var mean;                         // [1, 1]
    Var place;                        // of the second among the neighbours of the first [pairs, 1]
    std::vector<std::string> listed;  // all that were looked for, as the rows of `cosine` are named
  };
  std::size_t words = 0;      // of the vectors
  std::size_t counted = 0;    // so many of these make the mean, and may lie farthest
  std::size_t searched = 0;   // among so many pairs are looked for
  Var along;                  // [1, words]: the examined words along the direction
  Var extremes;               // [1, words]: those of all that lie farthest
  Var pairs;                  // [1, pairs]: the analogies that the direction makes
  Var before, after;          // [words, 2]: cosines with the two words that are made equally far
  Var neutral;                // [1, words]: the neutralised words along the direction, all 0
  Var left;                   // [1, words]: the neutralised words along the direction of that pair
  Var near;                   // [1, k]: the neighbours of a word
  Var pairs_along;            // of ten pairs, the cosine of each with the direction [pairs, 1]
  Printed printed_words;      // along the direction (printed_bias.h)
  Printed printed_pairs;      // the cosine of their difference with it
  std::array<Near, 2> moved;  // of a word, before all are neutralised and after
  std::array<Clusters, 2> clusters;  // likewise; empty where they are not asked for
  Var control;  // the same share after, for directions drawn from a seed [1, directions]
  Var control_mean;
  Pairs opposites, alike;

  // What a path of the scene is about, whether or not these vectors have it.
  static BiasPart part_of(std::string_view path);
};

}  // namespace glassformer
