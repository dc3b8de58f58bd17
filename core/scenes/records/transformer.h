#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/grad/var.h"
#include "core/models/head_switch.h"
#include "core/nn/site.h"
#include "core/scenes/records/option_keys.h"

namespace glassformer {

namespace transformer_options {
inline constexpr TextKey head_scale{"head_scale"};  // a text as with_head_switch() writes it
}  // namespace transformer_options

// A sub-layer of a recorded Transformer; of its nodes those that its kind has.
struct SubLayer {
  enum class Kind { embedding, self_attention, cross_attention, add_and_norm, feed_forward, words };
  struct Head {
    Var q, k, v, masked, weights, output;
    Var turned_q, turned_k;  // with rotary positions
  };
  Kind kind = Kind::embedding;
  bool decoder = false;
  int layer = -1;                  // from 0; −1: before or behind the layers
  std::string scope;               // of the paths of its nodes; empty for a sum, and for the words
  Var scaled, positions, input;    // embedding; only `scaled` where no position is added
  std::vector<Head> heads;         // attention
  Var hidden, activation, output;  // feed_forward
  Var gated;                       // feed_forward, where it has a gate
  Var sum;                         // add_and_norm; empty for a norm behind the last layer
  Var norm;                        // add_and_norm, or of the sub-layer that reads it
};

// What the scene transformer computed.
struct TransformerRecord {
  // Over what is predicted: of the network as it is, and as it was trained.
  struct Judged {
    Var probabilities, loss;
    std::vector<int> next;  // the column of the piece that follows each row, as far as one does
  };
  // The residual stream of one side: the lengths of its rows, and of what each sub-layer adds.
  struct Stream {
    Var length, added;  // [tokens, 1 + sub-layers] [tokens, sub-layers]
  };
  // All heads of a group as one.
  struct Together {
    Var mean, max, rollout;  // no rollout of cross-attention
  };
  std::vector<SubLayer> sub_layers;  // in the order of the computation
  Var logits;                        // [tokens, words]
  Judged now, original;              // original: only if heads are switched
  Stream encoder, decoder;
  std::array<Together, 3> together;  // of the encoder, of the decoder, of cross-attention
  std::vector<HeadSwitch> switched;
};

}  // namespace glassformer
