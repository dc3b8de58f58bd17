#include "core/nn/recurrent.h"

#include <algorithm>
#include <optional>

#include "core/grad/ops.h"

namespace glassformer {

namespace axes {
const Axis units = {"unit", {}, -1}, gates = {"gates", {}, -1};
}

namespace {

// Where each gate's columns lie, for the gates in the order of gate_names().
int block_of(CellKind cell, int gate) {
  constexpr int lstm[] = {0, 1, 3, 2};  // the op has the cell's input before the output gate
  return cell == CellKind::lstm ? lstm[gate] : gate;
}

// Each row a sentence of one token.
std::vector<int> one_token_each(int rows) {
  std::vector<int> begins(static_cast<std::size_t>(rows) + 1);
  for (int i = 0; i <= rows; ++i) begins[static_cast<std::size_t>(i)] = i;
  return begins;
}

}  // namespace

int Recurrent::gates() const {
  return static_cast<int>(gate_names(config_.cell).size());
}

Recurrent::Recurrent(Declaration& declaration, const std::string& name, const Config& config)
    : name_(name), config_(config) {
  const Declaration::Scope within(declaration, name);
  const int wide = gates() * config.width;
  w_ = declaration.add("w", {config.inputs, wide}, Parameter::Init::glorot);
  u_ = declaration.add("u", {config.width, wide}, Parameter::Init::glorot);
  b_ = declaration.add("b", {1, wide}, Parameter::Init::zeros);
  if (config.context > 0) {
    c_ = declaration.add("c", {config.context, wide}, Parameter::Init::glorot);
  }
  if (config.cell == CellKind::gru_reset_after) {
    candidate_bias_ = declaration.add("b_candidate", {1, config.width}, Parameter::Init::zeros);
  }
}

Var Recurrent::weight(Pass& pass, int index, const char* name, const char* symbol,
                      const Axis& rows) const {
  return pass.param(index, {name, symbol}, rows, axes::gates);
}

Var Recurrent::outside(Pass& pass, Var x, const Axis& rows, const std::string& scope) const {
  const Pass::Scope within(pass, name_);
  Tape& tape = pass.tape();
  const Var w = weight(pass, w_, "w", "W", axes::units);
  const Var b = weight(pass, b_, "b", "b", axes::none);
  if (!pass.is_traced()) return affine(tape, x, w, b);
  std::optional<Pass::Scope> step;
  if (!scope.empty()) step.emplace(pass, scope);
  const Var product = pass.name(matmul(tape, x, w), {"product", "xW"}, rows, axes::gates);
  return pass.name(add_row(tape, product, b), {"outside", "xW + b"}, rows, axes::gates);
}

Var Recurrent::outside_of_context(Pass& pass, Var context, const std::string& scope,
                                  const Axis& rows) const {
  const Pass::Scope within(pass, name_);
  const Var c = weight(pass, c_, "c", "C", axes::units);
  const Pass::Scope step(pass, scope);
  return pass.name(matmul(pass.tape(), context, c), {"from_context", "cC"}, rows, axes::gates);
}

CellState Recurrent::zeros(Pass& pass, int rows) const {
  Tape& tape = pass.tape();
  const Mat none(rows, config_.width);
  return {tape.input(none), has_cell() ? tape.input(none) : Var{}};
}

Var Recurrent::read(Pass& pass, Var x, Var first, const Tokens& tokens) const {
  if (pass.is_traced()) return forward(pass, outside(pass, x, tokens.axis), first, tokens);
  const Through through{pass.param(w_, {}, axes::units, axes::gates),
                        pass.param(b_, {}, axes::none, axes::gates)};
  return states(pass, x, through, first, tokens);
}

Var Recurrent::forward(Pass& pass, Var outside, Var first, const Tokens& tokens) const {
  if (pass.is_traced()) return traced_forward(pass, outside, first, tokens);
  return states(pass, outside, {}, first, tokens);
}

Var Recurrent::states(Pass& pass, Var x, Through through, Var first, const Tokens& tokens) const {
  if (!has_cell()) return steps(pass, x, through, first, tokens.begins, config_.reversed);
  const Var cell = pass.tape().input(Mat(pass.tape().shape(first)));
  const Var both = steps(pass, x, through, concat_cols(pass.tape(), {first, cell}), tokens.begins,
                         config_.reversed);
  return slice_cols(pass.tape(), both, 0, config_.width);
}

Var Recurrent::steps(Pass& pass, Var x, Through through, Var first, const std::vector<int>& begins,
                     bool reversed) const {
  Tape& tape = pass.tape();
  const Var u = pass.param(u_, {}, axes::units, axes::gates);
  switch (config_.cell) {
    case CellKind::plain:
      return elman(tape, x, u, first, begins, reversed, through);
    case CellKind::gru:
      return gru(tape, x, u, first, begins, reversed, through);
    case CellKind::gru_reset_after:
      return gru_reset_after(tape, x, u, first,
                             pass.param(candidate_bias_, {}, axes::none, axes::units), begins,
                             reversed, through);
    case CellKind::lstm:
      break;
  }
  return lstm(tape, x, u, first, begins, reversed, through);
}

CellState Recurrent::step(Pass& pass, Var outside, const CellState& before,
                          const std::string& scope, const CellNames& names) const {
  if (pass.is_traced()) {
    const Pass::Scope within(pass, name_);
    const Var u = pass.param(u_, {"u", "U"}, axes::units, axes::gates);
    const Pass::Scope step(pass, scope);
    return traced_step(pass, outside, u, before, names);
  }
  Tape& tape = pass.tape();
  const std::vector<int> begins = one_token_each(tape.shape(outside).rows);
  if (!has_cell()) return {steps(pass, outside, {}, before.h, begins, false), {}};
  const Var both = steps(pass, outside, {}, concat_cols(tape, {before.h, before.c}), begins, false);
  return {slice_cols(tape, both, 0, config_.width),
          slice_cols(tape, both, config_.width, config_.width)};
}

// One word after the other, gate by gate.
CellState Recurrent::traced_step(Pass& pass, Var outside, Var u, const CellState& before,
                                 const CellNames& names) const {
  Tape& tape = pass.tape();
  const int h = config_.width;
  GateInputs gates_of;
  const auto names_of = gate_names(config_.cell);
  for (int gate = 0; gate < gates(); ++gate) {
    const std::string name(names_of[static_cast<std::size_t>(gate)]);
    const int from = block_of(config_.cell, gate) * h;
    gates_of.from_outside.push_back(pass.name(slice_cols(tape, outside, from, h),
                                              {name + ".outside", "x"}, names.rows, axes::units));
    gates_of.weights.push_back(
        pass.name(slice_cols(tape, u, from, h), {name + ".u", "U"}, axes::units, axes::units));
  }
  if (candidate_bias_ >= 0) {
    gates_of.candidate_bias =
        pass.param(candidate_bias_, {"b_candidate", "b"}, axes::none, axes::units);
  }
  return recurrent_cell(tape, config_.cell, gates_of, before, names);
}

Var Recurrent::traced_forward(Pass& pass, Var outside, Var first, const Tokens& tokens) const {
  const Pass::Scope within(pass, name_);
  Tape& tape = pass.tape();
  const Var u = pass.param(u_, {"u", "U"}, axes::units, axes::gates);
  const int words = tape.shape(outside).rows;
  CellState state{first, has_cell() ? tape.input(Mat(1, config_.width)) : Var{}};
  std::vector<Var> states(static_cast<std::size_t>(words));
  for (int step = 0; step < words; ++step) {
    const int word = config_.reversed ? words - 1 - step : step;
    const std::string number = std::to_string(word + 1);
    const Pass::Scope scope(pass, "word." + number);
    CellNames names;
    names.now = number;
    names.before = std::to_string(config_.reversed ? word + 2 : word);
    const auto at = static_cast<std::size_t>(word);
    const std::string label = axis_label(tokens.axis, word);
    names.rows = {tokens.axis.name, {label}, -1};
    names.units = axes::units;
    state = traced_step(pass, slice_rows(tape, outside, word, 1), u, state, names);
    states[at] = state.h;
  }
  return pass.name(concat_rows(tape, states), {"states", "H", Role::output}, tokens.axis,
                   axes::units);
}

}  // namespace glassformer
