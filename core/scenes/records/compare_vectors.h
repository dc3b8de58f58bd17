#pragma once

#include <array>

#include "core/grad/var.h"
#include "core/scenes/records/option_keys.h"

namespace glassformer {

namespace compare_vectors_options {
inline constexpr TextKey word{"map_word"};
// The right set, where none is given.
inline constexpr std::string_view outputs = "outputs", lsa = "LSA", real = "real words";
inline constexpr TextKey right{"right", outputs};
}  // namespace compare_vectors_options

// What the scene compare-vectors computed of the left and the right set.
struct CompareVectorsRecord {
  struct Side {
    Var map;      // [words, 2]
    Var word;     // [1, dim]: the chosen word
    Var cosine;   // [1, k]: of the chosen word and its neighbours in this set
    Var found;    // [1, k]: 1 for those that the other set has too
    Var overlap;  // [1, 1]: the share of these
  };
  std::array<Side, 2> sides;
};

}  // namespace glassformer
