#include "core/nn/recurrent_stack.h"

#include <utility>

#include "core/grad/ops.h"
#include "core/nn/step_cache.h"

namespace glassformer {

RecurrentStack::RecurrentStack(Declaration& declaration, const std::string& name,
                               const Config& config)
    : width_(config.width), dropout_(config.dropout), state_(declaration.add_state()) {
  for (int i = 0; i < config.layers; ++i) {
    const std::string layer = name + "." + std::to_string(i);
    const Declaration::Scope part(declaration, "", layer);
    layers_.emplace_back(declaration, layer,
                         Recurrent::Config{config.cell, i == 0 ? config.inputs : config.width, 0,
                                           config.width, false});
  }
}

Var RecurrentStack::forward(Pass& pass, Var x, const Tokens& tokens) const {
  if (pass.kind() == Pass::Kind::cached) return one_step(pass, x, tokens);
  for (const Recurrent& layer : layers_) {
    const Var first = layer.zeros(pass, tokens.sentences()).h;
    x = layer.read(pass, x, first, tokens);
    x = pass.dropout(x, dropout_);
  }
  return x;
}

Var RecurrentStack::one_step(Pass& pass, Var x, const Tokens& tokens) const {
  Tape& tape = pass.tape();
  StepCache& cache = pass.cache();
  const Mat kept = cache.state(state_);
  const Var before = kept.empty() ? Var{} : tape.input(kept);
  int col = 0;
  const auto take = [&] {
    return slice_cols(tape, before, std::exchange(col, col + width_), width_);
  };
  std::vector<Var> states;
  for (const Recurrent& layer : layers_) {
    CellState state;
    if (before) {
      state.h = take();
      if (layer.has_cell()) state.c = take();
    } else {
      state = layer.zeros(pass, tokens.rows());
    }
    state = layer.step(pass, layer.outside(pass, x, tokens.axis), state, "", {});
    states.push_back(state.h);
    if (state.c) states.push_back(state.c);
    x = state.h;
  }
  cache.set_state(state_, tape.value(concat_cols(tape, states)));
  return x;
}

}  // namespace glassformer
