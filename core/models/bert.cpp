#include "core/models/bert.h"

#include <cmath>

#include "core/grad/ops.h"
#include "core/models/config_json.h"
#include "core/text/number_of.h"

namespace glassformer {

namespace {

constexpr const char* a_bert = "a BERT";

const ConfigFields<BertConfig>& fields() {
  using C = BertConfig;
  static const ConfigFields<C> table = ConfigFields<C>(a_bert)
                                           .integer("vocab_size", &C::vocab_size)
                                           .integer("max_len", &C::max_len)
                                           .integer("segments", &C::segments)
                                           .integer("d_model", &C::d_model)
                                           .integer("heads", &C::heads)
                                           .integer("layers", &C::layers)
                                           .integer("d_ff", &C::d_ff)
                                           .choice("activation", &C::activation, activation_words)
                                           .real("epsilon", &C::epsilon)
                                           .toggle("masked_words", &C::masked_words)
                                           .toggle("pooler", &C::pooler)
                                           .toggle("next_sentence", &C::next_sentence)
                                           .real("dropout", &C::dropout);
  return table;
}

const LinearNames pooler_names{{"w", "W^{P}"},        {"b", "b^{P}"},
                               {"product", "hW^{P}"}, {"sum", "hW^{P} + b^{P}"},
                               axes::d_model,         axes::d_model};
const LinearNames transform_names{{"w", "W^{M}"},        {"b", "b^{M}"},
                                  {"product", "hW^{M}"}, {"hidden", "hW^{M} + b^{M}"},
                                  axes::d_model,         axes::d_model};
const LinearNames next_names{{"w", "W^{N}"},        {"b", "b^{N}"},
                             {"product", "hW^{N}"}, {"logits", "hW^{N} + b^{N}"},
                             axes::d_model,         axes::none};

}  // namespace

std::string to_json(const BertConfig& config) {
  return fields().write(config);
}

BertConfig bert_config_from_json(std::string_view text, const std::string& named) {
  return fields().read(text, named);
}

void BertConfig::check() const {
  check_range(a_bert, "vocab_size", vocab_size, 1, config_limits::vocab_size);
  check_range(a_bert, "max_len", max_len, 1, config_limits::max_len);
  check_range(a_bert, "segments", segments, 1, 1024);
  check_range(a_bert, "d_model", d_model, 1, config_limits::d_model);
  check_range(a_bert, "heads", heads, 1, config_limits::heads);
  check_range(a_bert, "layers", layers, 1, config_limits::layers);
  check_range(a_bert, "d_ff", d_ff, 1, config_limits::d_ff);
  check_range(a_bert, "epsilon", epsilon, smallest_epsilon, 1);
  check_range(a_bert, "dropout", dropout, 0, 0.99);
  check_heads(d_model, heads);
}

Bert::Bert(const BertConfig& config) : config_(config) {
  config.check();
  using Scope = Declaration::Scope;
  const int d = config.d_model;
  {
    const Scope scope(declaration_, "", "embedding");
    embedding_.emplace(declaration_, "embedding", config.vocab_size, d);
  }
  {
    const Scope scope(declaration_, "", "positions");
    position_.emplace(declaration_, PositionKind::learned, config.max_len, d);
    segments_ = declaration_.add("segments", {config.segments, d}, Parameter::Init::normal,
                                 1 / std::sqrt(d));
  }
  {
    const Scope scope(declaration_, "", "norm");
    embedding_norm_.emplace(declaration_, "embedding_norm", d, NormKind::layer, config.epsilon);
  }
  LayerConfig layer;
  layer.d_model = d;
  layer.heads = config.heads;
  layer.d_ff = config.d_ff;
  layer.activation = config.activation;
  layer.epsilon = config.epsilon;
  layer.dropout = config.dropout;
  layer.attention_biases = layer.output_bias = true;
  for (int i = 0; i < config.layers; ++i) {
    const std::string name = "encoder." + std::to_string(i);
    const Scope scope(declaration_, name, name);
    layers_.emplace_back(declaration_, layer, AttentionPlace::Stack::encoder, i, false);
  }
  if (config.pooler) {
    const Scope scope(declaration_, "pooler", "pooler");
    pooler_.emplace(declaration_, pooler_names, d, d, true);
  }
  if (config.masked_words) {
    const Scope scope(declaration_, "mlm", "masked words");
    transform_.emplace(declaration_, transform_names, d, d, true);
    transform_norm_.emplace(declaration_, "norm", d, NormKind::layer, config.epsilon);
    word_bias_ = declaration_.add("bias", {1, config.vocab_size}, Parameter::Init::zeros);
  }
  if (config.next_sentence) {
    const Scope scope(declaration_, "nsp", "next sentence");
    next_sentence_.emplace(declaration_, next_names, d, 2, true);
  }
}

std::string Bert::summary() const {
  return fmt::format("{}, {}, d_model {}", number_of(config_.layers, "layer"),
                     number_of(config_.heads, "head"), config_.d_model);
}

Var Bert::encode(Pass& pass, const Tokens& tokens, const std::vector<int>& segments) const {
  Tape& tape = pass.tape();
  const Pass::Scope within(pass, "encoder");
  const Var words = embedding_->forward(pass, tokens);
  const Var table = pass.param(segments_, {"segment_table", "S"}, axes::none, axes::d_model);
  const Var kinds =
      pass.name(gather(tape, table, segments), {"segments", "S_{t}"}, tokens.axis, axes::d_model);
  const Var both =
      pass.name(add(tape, words, kinds), {"words", "E_{t} + S_{t}"}, tokens.axis, axes::d_model);
  Var x = position_->forward(pass, both, tokens);
  x = pass.dropout(embedding_norm_->forward(pass, x, tokens.axis), config_.dropout);
  for (const EncoderLayer& layer : layers_) x = layer.forward(pass, x, tokens);
  return x;
}

Var Bert::masked_words(Pass& pass, Var encoded, const Tokens& tokens) const {
  Tape& tape = pass.tape();
  Var logits;
  {
    const Pass::Scope within(pass, "mlm");
    const Var hidden = transform_->forward(pass, encoded, tokens.axis);
    const Var active =
        pass.name(gelu(tape, hidden), {"activation", "\\mathrm{GELU}"}, tokens.axis, axes::d_model);
    const Var x = transform_norm_->forward(pass, active, tokens.axis);
    const Var words = pass.name(matmul_nt(tape, x, embedding_->table(pass, tokens)),
                                {"products", "XE^{\\top}"}, tokens.axis, tokens.vocabulary);
    const Var bias = pass.param(word_bias_, {"bias", "b"}, axes::none, tokens.vocabulary);
    logits = add_row(tape, words, bias);
  }
  return pass.name(logits, {"logits", "XE^{\\top} + b", Role::score}, tokens.axis,
                   tokens.vocabulary);
}

Var Bert::pooled(Pass& pass, Var encoded, const Tokens& tokens) const {
  Tape& tape = pass.tape();
  const std::vector<int> firsts(tokens.begins.begin(), tokens.begins.end() - 1);
  const Pass::Scope within(pass, "pooler");
  const Var first =
      pass.name(gather(tape, encoded, firsts), {"first", "h_{1}"}, axes::none, axes::d_model);
  const Var sum = pooler_->forward(pass, first, axes::none);
  return pass.name(tanh(tape, sum), {"pooled", "\\tanh(hW^{P} + b^{P})"}, axes::none,
                   axes::d_model);
}

Var Bert::next_sentence(Pass& pass, Var pooled) const {
  const Pass::Scope within(pass, "nsp");
  return next_sentence_->forward(pass, pooled, axes::none);
}

}  // namespace glassformer
