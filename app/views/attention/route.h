#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// One sub-layer of a Transformer as the walkthrough stops at it.
struct Stop {
  enum class Kind { embedding, attention, add_and_norm, feed_forward, words };
  Kind kind = Kind::embedding;
  std::string scope;  // what its matrices' paths begin with: "encoder.0.self_attention."
  std::string title;  // "Self-attention"
  bool decoder = false;
  int layer = -1;  // from 0; −1: before or behind the layers
  Var residual;    // of add_and_norm: the sum, and what LayerNorm makes of it
  Var norm;
};

// The sub-layers in the order of the computation, read from the names on the tape.
std::vector<Stop> stops(const Tape& tape);
// The stop at which a matrix is seen; −1: none.
int stop_of(const std::vector<Stop>& stops, const Tape& tape, std::string_view path);

// The way of the data as two lines of small boxes, the encoder over the decoder, one layer a group.
// Returns the stop that was clicked, or −1.
int draw_route(Ui& ui, const std::vector<Stop>& stops, int here, Rect area);
float route_height(const Ui& ui);

}  // namespace glassformer
