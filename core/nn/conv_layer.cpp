#include "core/nn/conv_layer.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/grad/ops.h"
#include "core/nn/recurrent.h"
#include "core/nn/step_cache.h"

namespace glassformer {

namespace {

const double half_root = std::sqrt(0.5);

const LinearNames query_names{
    {"w_query", "W_{d}", Role::query_weight}, {"b_query", "b_{d}"}, {"query.product", "hW_{d}"},
    {"query.sum", "hW_{d} + b_{d}"},          axes::units,          axes::units};

// √½ (a + b), named "residual" and "output", or by what stands before.
Var halved_sum(Pass& pass, Var a, Var b, const Axis& rows, const std::string& before,
               const char* sum, const char* symbol) {
  Tape& tape = pass.tape();
  const Var both = pass.name(add(tape, a, b), {before + "residual", sum}, rows, axes::units);
  return pass.name(scale(tape, both, half_root), {before + "output", symbol, Role::output}, rows,
                   axes::units);
}

// Whose each row of the target is.
std::vector<int> sentences_of(Pass& pass, const Tokens& target) {
  std::vector<int> sentences;
  const bool cached = pass.kind() == Pass::Kind::cached;
  for (int row = 0, s = 0; row < target.rows(); ++row) {
    while (row >= target.begins[static_cast<std::size_t>(s) + 1]) ++s;
    sentences.push_back(cached ? pass.cache().sentence(row) : s);
  }
  return sentences;
}

int length(const Tokens& tokens, int sentence) {
  const auto at = static_cast<std::size_t>(sentence);
  return tokens.begins[at + 1] - tokens.begins[at];
}

}  // namespace

ConvLayer::ConvLayer(Declaration& declaration, const std::string& name,
                     const ConvLayerConfig& config, bool causal)
    : name_(name), dropout_(config.dropout) {
  const Declaration::Scope within(declaration, name);
  // A gate lets half pass, so what it is given varies four times as much (§3.5).
  convolution_.emplace(
      declaration, Convolution::Config{config.width, 2 * config.width, config.kernel, causal}, 4);
}

Var ConvLayer::forward(Pass& pass, Var x, const Tokens& tokens) const {
  const Pass::Scope within(pass, name_);
  const Var sum = convolution_->forward(pass, pass.dropout(x, dropout_), tokens);
  const Var glu = gated_linear_unit(pass, sum, tokens.axis);
  return halved_sum(pass, glu, x, tokens.axis, "", "A \\circ \\sigma(B) + x",
                    "\\sqrt{0.5} (A \\circ \\sigma(B) + x)");
}

ConvDecoderLayer::ConvDecoderLayer(Declaration& declaration, const std::string& name, int layer,
                                   const ConvLayerConfig& config)
    : name_(name), layer_(layer), state_(declaration.add_state()) {
  convolution_.emplace(declaration, name, config, true);
  const Declaration::Scope within(declaration, name);
  query_.emplace(declaration, query_names, config.width, config.width, true);
  EncoderAttention::Config attention;
  attention.score = AlignmentScore::dot;
  attention.state = attention.memory = config.width;
  attention_.emplace(declaration, "attention", attention);
}

Var ConvDecoderLayer::forward(Pass& pass, Var x, Var words, Var keys, Var values,
                              const Tokens& source, const Tokens& target) const {
  Tape& tape = pass.tape();
  const Var h = convolution_->forward(pass, x, target);
  const Pass::Scope within(pass, name_);
  const Var query =
      pass.name(add(tape, query_->forward(pass, h, target.axis), words),
                {"query", "hW_{d} + b_{d} + g", Role::query}, target.axis, axes::units);
  const std::vector<int> sentences = sentences_of(pass, target);
  AttentionLog unread;  // only hard attention's is
  EncoderAttention::Looked looked = attention_->look(pass, query, keys, values, source, sentences,
                                                     target.positions, "", target.axis, unread);
  if (pass.kind() == Pass::Kind::cached) {
    const Mat& weights = tape.value(looked.weights);
    for (int r = 0; r < weights.rows(); ++r) {
      const auto count =
          static_cast<std::size_t>(length(source, sentences[static_cast<std::size_t>(r)]));
      pass.cache().set_cross_weights(state_, r, weights.row(r).first(count));
    }
  }
  if (pass.is_traced()) {
    looked.site.place = {AttentionPlace::Stack::decoder, layer_, AttentionPlace::Kind::cross, 1};
    looked.site.name = to_string(looked.site.place);
    pass.record(looked.site);
  }
  Mat roots(tape.shape(looked.context));
  for (int r = 0; r < roots.rows(); ++r) {
    const double m = length(source, sentences[static_cast<std::size_t>(r)]);
    std::ranges::fill(roots.row(r), static_cast<Real>(std::sqrt(m)));
  }
  const Var context =
      pass.is_traced()
          ? scale(tape, looked.context, roots.rows() == 0 ? 1 : static_cast<double>(roots(0, 0)))
          : multiply(tape, looked.context, tape.input(std::move(roots)));
  const Var scaled =
      pass.name(context, {"context", "\\sqrt{m} c", Role::output}, target.axis, axes::units);
  return halved_sum(pass, h, scaled, target.axis, "attended.", "h + \\sqrt{m} c",
                    "\\sqrt{0.5} (h + \\sqrt{m} c)");
}

}  // namespace glassformer
