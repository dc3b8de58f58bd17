#pragma once

#include <string>

#include "core/grad/var.h"

namespace glassformer {

// Where an attention stands in its network.
struct AttentionPlace {
  enum class Stack { alone, encoder, decoder };  // alone: a lesson's single layer
  enum class Kind { self, cross };
  Stack stack = Stack::alone;
  int layer = 0;  // from 0, as in the paths of a run
  Kind kind = Kind::self;
  int head = 0;  // from 1; 0: the layer has only one
  bool operator==(const AttentionPlace&) const = default;
};

// "encoder.0.1", "decoder.0.1", "cross.0.1": layer and head; of a lesson's single layer "head.1",
// or nothing if it has one head.
std::string to_string(const AttentionPlace& place);

// One attention, whatever the model: Bahdanau, Luong, Transformer, GPT, BERT and Set Transformer
// all emit this, so one view serves all. Absent parts are empty.
struct AttentionSite {
  std::string name;  // what a person calls it: to_string(place), or a word of the lesson
  AttentionPlace place;
  Var q, k, v;  // [n, d_k] [m, d_k] [m, d_v]
  Var scores;   // [n, m]
  Var mask;     // [n, m], 1: visible
  Var weights;  // [n, m]
  Var context;  // [n, d_v]
};

// What is done to a head's output before the heads are concatenated.
struct HeadSwitch {
  AttentionPlace head;
  double factor = 1;  // the output is multiplied by it; 0 knocks the head out
  bool copies = false;
  AttentionPlace from;  // with `copies`: the output is that head's instead
};

}  // namespace glassformer
