#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/grad/var.h"
#include "core/scenes/records/option_keys.h"

namespace glassformer {

// What the scene alignments computed: how several decoders align one sentence.
struct AlignmentsRecord {
  struct Decoder {
    std::string name;             // "Bahdanau"
    Var weights;                  // [target tokens, source tokens]
    std::string said;             // its translation, where none was given
    std::optional<double> error;  // alignment error rate, 0 … 1, where the true links are known
  };
  std::vector<Decoder> decoders;
};

// What the scene thought-vector computed: one vector between two sentences.
struct ThoughtVectorRecord {
  Var first, second;  // [width / 16, 16]: what is left of each sentence; the second may be empty
  Var vector;         // likewise: what the decoder is given
  std::string said_first, said_second, said;
  struct Near {
    std::string sentence;
    double cosine = 0;
  };
  std::vector<Near> nearest;  // of the stored sentences, the nearest first
  int stored = 0;
};

}  // namespace glassformer
