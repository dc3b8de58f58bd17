#pragma once

#include <string>
#include <vector>

#include "core/grad/ops.h"
#include "core/nn/parameters.h"
#include "core/nn/pass.h"
#include "core/nn/recurrent_cell.h"

namespace glassformer {

// A recurrent layer: it carries its state from token to token. The input contributes x W + b, in a
// decoder the context vector also c C (Cho et al. 2014; Bahdanau et al. 2015, A.2.2), and the
// previous state enters through U. The columns of W, C, U and b are those of the gates, in the
// order of core/grad/ops.h.
class Recurrent {
 public:
  struct Config {
    CellKind cell = CellKind::gru;
    int inputs = 0;         // columns of x
    int context = 0;        // columns of c; 0: there is none
    int width = 0;          // H, columns of the state
    bool reversed = false;  // reads each sentence from its end
  };
  Recurrent(Declaration& declaration, const std::string& name, const Config& config);

  // x W + b, of all tokens at once: [n, inputs] → [n, gates · H]. `scope` names the step of a
  // traced pass, where there is one.
  Var outside(Pass& pass, Var x, const Axis& rows, const std::string& scope = {}) const;
  // c C, to be added to it: [n, context] → [n, gates · H].
  Var outside_of_context(Pass& pass, Var context, const std::string& scope, const Axis& rows) const;

  // All tokens x [n, inputs] of all sentences: forward() of outside().
  Var read(Pass& pass, Var x, Var first, const Tokens& tokens) const;
  // All tokens of all sentences, starting from the states [sentences, H]: the states [rows, H]. The
  // cell of an LSTM starts at 0.
  Var forward(Pass& pass, Var outside, Var first, const Tokens& tokens) const;
  // One step of n sentences: outside [n, gates · H] → the state after it. `scope` names the step in
  // a traced pass; `rows` are its rows there.
  CellState step(Pass& pass, Var outside, const CellState& before, const std::string& scope,
                 const CellNames& names) const;
  // A state of zeros.
  CellState zeros(Pass& pass, int rows) const;

  int width() const { return config_.width; }
  bool has_cell() const { return config_.cell == CellKind::lstm; }

 private:
  int gates() const;
  // The op of the cell, through W and b where these are given; of an LSTM with its cells.
  Var steps(Pass& pass, Var x, Through through, Var first, const std::vector<int>& begins,
            bool reversed) const;
  Var states(Pass& pass, Var x, Through through, Var first, const Tokens& tokens) const;
  Var weight(Pass& pass, int index, const char* name, const char* symbol, const Axis& rows) const;
  Var traced_forward(Pass& pass, Var outside, Var first, const Tokens& tokens) const;
  CellState traced_step(Pass& pass, Var outside, Var u, const CellState& before,
                        const CellNames& names) const;

  std::string name_;
  Config config_;
  int w_, u_, b_, c_ = -1, candidate_bias_ = -1;
};

// The axes of a recurrent layer's matrices.
namespace axes {
extern const Axis units, gates;
}

}  // namespace glassformer
