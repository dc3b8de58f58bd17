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

// What the scene seq2seq computed: where a trained decoder looked at each of its steps. Empty
// where it has no attention, or a part is not there.
struct HandAttentionRecord {
  Var weights;   // [steps, source tokens], a row for each word written; a cell that is set there is
                 // set in its step too
  Var choice;    // the same, 1 where it looked; of hard attention
  Var contexts;  // [steps, H]: of these the mixture of the encoder's states
  std::vector<std::string> words;  // that were written, one for each row
  std::string said;
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
  Var by_length;  // [networks, lengths]: the share without a mistake; empty unless it is given
};

}  // namespace glassformer
