#include "core/nn/feed_forward.h"

#include "core/grad/ops.h"

namespace glassformer {

namespace {

struct Names {
  LinearNames first, gated, second;
};

const Names with_biases{
    {{"w1", "W_{1}"},
     {"b1", "b_{1}"},
     {"product_1", "xW_{1}"},
     {"hidden", "xW_{1} + b_{1}"},
     axes::d_model,
     axes::d_ff},
    {{"v", "V"}, {"c", "c"}, {"product_v", "xV"}, {"up", "xV + c"}, axes::d_model, axes::d_ff},
    {{"w2", "W_{2}"},
     {"b2", "b_{2}"},
     {"product_2", "hW_{2}"},
     {"output", "hW_{2} + b_{2}"},
     axes::d_ff,
     axes::d_model}};
const Names without_biases{
    {{"w1", "W_{1}"}, {}, {}, {"hidden", "xW_{1}"}, axes::d_model, axes::d_ff},
    {{"v", "V"}, {}, {}, {"up", "xV"}, axes::d_model, axes::d_ff},
    {{"w2", "W_{2}"}, {}, {}, {"output", "hW_{2}"}, axes::d_ff, axes::d_model}};

const Names& names_of(const FeedForward::Config& config) {
  return config.biases ? with_biases : without_biases;
}

Linear declared(Declaration& declaration, const LinearNames& names, int inputs, int outputs,
                bool bias) {
  const Declaration::Scope within(declaration, "ffn");
  return {declaration, names, inputs, outputs, bias};
}

Var activated(Tape& tape, Var x, Activation activation) {
  switch (activation) {
    case Activation::relu:
      return relu(tape, x);
    case Activation::gelu:
      return gelu(tape, x);
    case Activation::gelu_tanh:
      return gelu_tanh(tape, x);
    case Activation::silu:
      return silu(tape, x);
  }
  return x;
}

const char* symbol_of(const FeedForward::Config& config) {
  switch (config.activation) {
    case Activation::relu:
      return config.biases ? "\\max(0, xW_{1} + b_{1})" : "\\max(0, xW_{1})";
    case Activation::silu:
      return "\\mathrm{SiLU}";
    default:
      return "\\mathrm{GELU}";
  }
}

}  // namespace

FeedForward::FeedForward(Declaration& declaration, const Config& config)
    : config_(config),
      first_(declared(declaration, names_of(config).first, config.d_model, config.d_ff,
                      config.biases)),
      gated_(config.gated ? std::optional(declared(declaration, names_of(config).gated,
                                                   config.d_model, config.d_ff, config.biases))
                          : std::nullopt),
      second_(declared(declaration, names_of(config).second, config.d_ff, config.d_model,
                       config.biases)) {}

Var FeedForward::forward(Pass& pass, Var x, const Axis& rows) const {
  const Pass::Scope within(pass, "ffn");
  const Var hidden = first_.forward(pass, x, rows);
  Var active = pass.name(activated(pass.tape(), hidden, config_.activation),
                         {"activation", symbol_of(config_)}, rows, axes::d_ff);
  if (gated_) {
    const Var up = gated_->forward(pass, x, rows);
    active =
        pass.name(multiply(pass.tape(), active, up), {"gated", "f \\circ xV"}, rows, axes::d_ff);
  }
  return second_.forward(pass, active, rows);
}

}  // namespace glassformer
