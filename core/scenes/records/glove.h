#pragma once

#include <vector>

#include "core/grad/var.h"
#include "core/scenes/records/option_keys.h"

namespace glassformer {

namespace glove_options {
inline constexpr TextKey word{"word", "paris"};
inline constexpr TextKey context{"context", "france"};
}  // namespace glove_options

// What the scene glove computed.
struct GloveRecord {
  // What the chosen cell's two vectors make of its count, each [1, 1].
  struct Judged {
    Var parts;     // the product, and the two biases [1, 3]; empty: there are none
    Var fit;       // all of them together
    Var residual;  // that less the logarithm of the count
    Var loss;      // its share of the loss
  };
  Var counts;               // X [words, contexts]
  std::vector<Var> tables;  // all of that shape
  Var w;                    // [words, d]
  Var c;                    // w̃ [contexts, d]
  Var step_w;               // of the chosen cell's word [1, d]
  Var step_c;               // of its context [1, d]
  Var log, f;               // of the chosen count: its logarithm and its weight
  Judged before, after;     // its step
  Var shares;               // P(k | word) of two words [2, probes]
  Var ratio;                // [1, probes]
  Var curve_x;              // counts [points, 1] …
  Var curve_f;              // … and what they weigh
  Var descent;              // the loss after each turn [turns + 1, 1]
  int word = 0;             // the chosen cell
  int context = 0;
};

}  // namespace glassformer
