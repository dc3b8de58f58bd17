#pragma once

#include <vector>

#include "core/grad/var.h"
#include "core/scenes/records/option_keys.h"
#include "core/scenes/vectors/code_tree_nodes.h"

namespace glassformer {

namespace word2vec_step_options {
inline constexpr NumberKey centre{"centre", 1};
inline constexpr NumberKey outside{"outside", 1};
inline constexpr NumberKey window{"window", 2};
inline constexpr TextKey counts{"counts"};
}  // namespace word2vec_step_options

// What the scene word2vec-step computed: c words that are given, held against k rows.
struct Word2VecStepRecord {
  struct Rows {
    Var x;  // [c, d]: the rows of what is given
    Var h;  // [1, d]: their mean, for CBOW; else empty
    Var o;  // [k, d]: what they are held against
    Var p;  // [c or 1, k]
  };
  Var counts;              // [1, words]
  Var noise;               // [1, words]: what negatives are drawn from; empty for another objective
  Var label;               // [c or 1, k]: 1 where a row is right
  CodeTreeNodes tree;      // empty for another objective
  Rows before, after;      // the step
  Var moves;               // [c, d]: how far the rows of what is given go
  bool one_pair = false;   // given the centre, one word of its context: as in the papers
  std::vector<int> given;  // places in the sentence: the centre or its context
  int predicted = 0;       // the place of the word that is to come out
};

}  // namespace glassformer
