#pragma once

#include <vector>

#include "core/nn/recurrent.h"

namespace glassformer {

// Stacked recurrent layers, each reading the states of the one below from the first token to the
// last, starting from zeros. Their scopes are NAME.0, NAME.1 …
class RecurrentStack {
 public:
  struct Config {
    CellKind cell = CellKind::lstm;
    int inputs = 0;  // columns of x
    int width = 0;   // H, columns of a state
    int layers = 1;
    double dropout = 0;  // on the output of each layer
  };
  RecurrentStack(Declaration& declaration, const std::string& name, const Config& config);

  // [n, inputs] → the states of the top layer [n, H]. A cached pass takes one token a row and keeps
  // all states.
  Var forward(Pass& pass, Var x, const Tokens& tokens) const;

 private:
  Var one_step(Pass& pass, Var x, const Tokens& tokens) const;

  std::vector<Recurrent> layers_;
  int width_;
  double dropout_;
  int state_;  // of the cache: h of each layer, and c where there is one, side by side
};

}  // namespace glassformer
