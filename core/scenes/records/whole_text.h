#pragma once

#include <vector>

#include "core/grad/var.h"
#include "core/scenes/records/option_keys.h"

namespace glassformer {

namespace whole_text_options {
inline constexpr NumberKey centre{"centre", 4};
inline constexpr NumberKey window{"window", 2};
}  // namespace whole_text_options

// What the scene whole-text computed.
struct WholeTextRecord {
  Var p;           // [words given, words predicted]
  Var pairs;       // the probability of each pair [pairs, 1]
  Var positions;   // the logarithms of a position's pairs, summed [T, 1]
  Var product;     // of all pairs so far, after each position [T, 1]
  Var sum;         // of the logarithms so far [T, 1]
  Var mean;        // the same over the positions so far, with the other sign [T, 1]
  Var descent;     // the loss after each turn [turns + 1, 1]
  int centre = 0;  // the position that is looked at
};

}  // namespace glassformer
