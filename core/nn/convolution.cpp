#include "core/nn/convolution.h"

#include <cmath>

#include "core/grad/ops.h"
#include "core/nn/axes.h"
#include "core/nn/step_cache.h"

namespace glassformer {

namespace {

const Axis units{"unit", {}, -1}, halves{"A and B", {}, -1};

// For each token the row of the one `offset` places after it; outside its sentence `none`.
std::vector<int> neighbours(const Tokens& tokens, int offset, int none) {
  std::vector<int> rows;
  for (int s = 0; s < tokens.sentences(); ++s) {
    const int begin = tokens.begins[static_cast<std::size_t>(s)];
    const int end = tokens.begins[static_cast<std::size_t>(s) + 1];
    for (int row = begin; row < end; ++row) {
      const int other = row + offset;
      rows.push_back(other >= begin && other < end ? other : none);
    }
  }
  return rows;
}

}  // namespace

Convolution::Convolution(Declaration& declaration, const Config& config, double variance)
    : config_(config) {
  const int window = config.width * config.inputs;
  w_ = declaration.add("w", {window, config.outputs}, Parameter::Init::normal,
                       std::sqrt(variance / window));
  b_ = declaration.add("b", {1, config.outputs}, Parameter::Init::zeros);
  if (config.causal) state_ = declaration.add_state();
}

// Rows of x put side by side, a row of zeros where there is no word.
Var Convolution::windows(Pass& pass, Var x, const Tokens& tokens) const {
  Tape& tape = pass.tape();
  const int none = tape.shape(x).rows;
  const Var padded = concat_rows(tape, {x, tape.input(Mat(1, config_.inputs))});
  const int first = config_.causal ? 1 - config_.width : -(config_.width / 2);
  std::vector<Var> parts;
  for (int k = 0; k < config_.width; ++k) {
    parts.push_back(first + k == 0 ? x : gather(tape, padded, neighbours(tokens, first + k, none)));
  }
  return concat_cols(tape, parts);
}

// One new token a row; those before it are kept, zeros at first.
Var Convolution::next_windows(Pass& pass, Var x) const {
  Tape& tape = pass.tape();
  StepCache& cache = pass.cache();
  const int before = (config_.width - 1) * config_.inputs;
  if (before == 0) return x;
  Mat kept = cache.state(state_);
  if (kept.empty()) kept = Mat(tape.shape(x).rows, before);
  const Var windows = concat_cols(tape, {tape.input(std::move(kept)), x});
  cache.set_state(state_, tape.value(slice_cols(tape, windows, config_.inputs, before)));
  return windows;
}

Var Convolution::forward(Pass& pass, Var x, const Tokens& tokens) const {
  Tape& tape = pass.tape();
  const bool next = config_.causal && pass.kind() == Pass::Kind::cached;
  const Var read =
      pass.name(next ? next_windows(pass, x) : windows(pass, x, tokens),
                {"windows", "[x_{i}]", Role::input}, tokens.axis, numbered("words side by side"));
  const Var w = pass.param(w_, {"w", "W"}, numbered("words side by side"), halves);
  const Var b = pass.param(b_, {"b", "b"}, axes::none, halves);
  const Var product =
      pass.name(matmul(tape, read, w), {"product", "[x_{i}] W"}, tokens.axis, halves);
  return pass.name(add_row(tape, product, b), {"sum", "[x_{i}] W + b"}, tokens.axis, halves);
}

Var gated_linear_unit(Pass& pass, Var x, const Axis& rows) {
  Tape& tape = pass.tape();
  const int d = tape.shape(x).cols / 2;
  const Var linear = pass.name(slice_cols(tape, x, 0, d), {"linear", "A"}, rows, units);
  const Var gated = pass.name(slice_cols(tape, x, d, d), {"gated", "B"}, rows, units);
  const Var gate = pass.name(sigmoid(tape, gated), {"gate", "\\sigma(B)"}, rows, units);
  return pass.name(multiply(tape, linear, gate), {"glu", "A \\circ \\sigma(B)", Role::output}, rows,
                   units);
}

}  // namespace glassformer
