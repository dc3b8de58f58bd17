#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/grad/tape.h"

// One step of a recurrent cell, with every intermediate named in the current scope, for traced
// passes. Each row is a sentence, so a state is [n, H] and multiplies from the left, h U, where the
// papers write columns, U h.
namespace glassformer {

enum class CellKind {
  plain,            // h' = tanh(x + h U) (Elman 1990)
  gru,              // Cho et al. 2014, as Bahdanau et al. 2015, A.1.1, print it
  gru_reset_after,  // the same with r ∘ (s U + b) in the candidate, as cuDNN computes it
  lstm,             // Hochreiter and Schmidhuber 1997 with the forget gate of Gers et al. 2000
};

// The gates of a cell, in the order of GateInputs:
//   plain  state
//   gru    update, reset, candidate
//   lstm   input_gate, forget_gate, output_gate, cell_input
std::span<const std::string_view> gate_names(CellKind kind);

// The inputs of one step, one Var per gate.
struct GateInputs {
  std::vector<Var> from_outside;  // [n, H]: x W + b, already summed
  std::vector<Var> weights;       // [H, H]: U
  Var candidate_bias;             // [1, H], of gru_reset_after alone; empty: none
};

struct CellState {
  Var h;  // [n, H]
  Var c;  // [n, H], the cell of an LSTM; of others empty
};

// The symbols and axes of a step.
struct CellNames {
  std::string state = "h";  // "s" of a decoder
  std::string now = "t";    // the indices of the new state and of the one before
  std::string before = "t-1";
  Axis rows;
  Axis units;
};

// The state after the step. Throws ShapeError for shapes that do not fit, and std::logic_error for
// another number of gates than gate_names() has.
//
// Each gate g names g.recurrent (its product with the state before), g.sum and g itself; a plain
// cell has one, "state". Further
//   gru    gated (r ∘ s), ones, keep (1 − z), kept ((1 − z) ∘ s), fresh (z ∘ s̃), state;
//          with reset_after, candidate.gated in place of gated
//   lstm   kept (f ∘ c), fresh (i ∘ g), cell, squashed (tanh c), state
CellState recurrent_cell(Tape&, CellKind kind, const GateInputs& gates, const CellState& before,
                         const CellNames& names);

}  // namespace glassformer
