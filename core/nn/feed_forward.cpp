#include "core/nn/feed_forward.h"

#include "core/grad/ops.h"

namespace glassformer {

namespace {

const LinearNames first_names{{"w1", "W_{1}"},         {"b1", "b_{1}"},
                              {"product_1", "xW_{1}"}, {"hidden", "xW_{1} + b_{1}"},
                              axes::d_model,           axes::d_ff};
const LinearNames second_names{
    {"w2", "W_{2}"}, {"b2", "b_{2}"}, {"product_2", "hW_{2}"}, {"output", "hW_{2} + b_{2}"},
    axes::d_ff,      axes::d_model};

Linear declared(Declaration& declaration, const LinearNames& names, int inputs, int outputs) {
  const Declaration::Scope within(declaration, "ffn");
  return {declaration, names, inputs, outputs, true};
}

Var activated(Tape& tape, Var x, Activation activation) {
  switch (activation) {
    case Activation::relu:
      return relu(tape, x);
    case Activation::gelu:
      return gelu(tape, x);
    case Activation::gelu_tanh:
      return gelu_tanh(tape, x);
  }
  return x;
}

}  // namespace

FeedForward::FeedForward(Declaration& declaration, int d_model, int d_ff, Activation activation)
    : activation_(activation),
      first_(declared(declaration, first_names, d_model, d_ff)),
      second_(declared(declaration, second_names, d_ff, d_model)) {}

Var FeedForward::forward(Pass& pass, Var x, const Axis& rows) const {
  const Pass::Scope within(pass, "ffn");
  const Var hidden = first_.forward(pass, x, rows);
  const bool is_relu = activation_ == Activation::relu;
  const Var active = pass.name(
      activated(pass.tape(), hidden, activation_),
      {"activation", is_relu ? "\\max(0, xW_{1} + b_{1})" : "\\mathrm{GELU}"}, rows, axes::d_ff);
  return second_.forward(pass, active, rows);
}

}  // namespace glassformer
