#include "core/models/recurrent_lm.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/grad/ops.h"
#include "core/models/config_json.h"
#include "core/models/seq2seq.h"

namespace glassformer {

namespace {

constexpr const char* a_model = "a recurrent language model";

const ConfigFields<RecurrentLmConfig>& fields() {
  using C = RecurrentLmConfig;
  static const ConfigFields<C> table = ConfigFields<C>(a_model)
                                           .integer("vocab_size", &C::vocab_size)
                                           .integer("d_embedding", &C::d_embedding)
                                           .integer("width", &C::width)
                                           .integer("layers", &C::layers)
                                           .choice("cell", &C::cell, cell_words)
                                           .real("dropout", &C::dropout)
                                           .choice("softmax", &C::softmax, output_words)
                                           .came_later();
  return table;
}

}  // namespace

const ConfigWord<OutputKind> output_words[2] = {{"full", OutputKind::full},
                                                {"hierarchical", OutputKind::hierarchical}};

std::string to_json(const RecurrentLmConfig& config) {
  return fields().write(config);
}

RecurrentLmConfig recurrent_lm_config_from_json(std::string_view text, const std::string& named) {
  return fields().read(text, named);
}

void RecurrentLmConfig::check() const {
  check_range(a_model, "vocab_size", vocab_size, 1, 1 << 20);
  check_range(a_model, "d_embedding", d_embedding, 1, 16384);
  check_range(a_model, "width", width, 1, 16384);
  check_range(a_model, "layers", layers, 1, 64);
  check_range(a_model, "dropout", dropout, 0, 0.99);
  if (softmax == OutputKind::hierarchical) {
    check_range("a hierarchical softmax", "vocab_size", vocab_size, 2, 1 << 20);
  }
}

RecurrentLm::RecurrentLm(const RecurrentLmConfig& config) : config_(config) {
  config.check();
  using Scope = Declaration::Scope;
  {
    const Scope part(declaration_, "", "embedding");
    embedding_.emplace(declaration_, "embedding", config.vocab_size, config.d_embedding);
  }
  layers_.emplace(declaration_, "layer",
                  RecurrentStack::Config{config.cell, config.d_embedding, config.width,
                                         config.layers, config.dropout});
  const Scope part(declaration_, "output", "output");
  if (config.softmax == OutputKind::full) {
    output_.emplace(declaration_, config.width, config.vocab_size);
  } else {
    tree_.emplace(declaration_, config.width, config.vocab_size);
  }
}

std::string RecurrentLm::summary() const {
  return fmt::format("{}, {} {}, width {}{}", word_of(cell_words, config_.cell), config_.layers,
                     config_.layers == 1 ? "layer" : "layers", config_.width,
                     tree_ ? ", hierarchical softmax" : "");
}

Var RecurrentLm::states(Pass& pass, const Tokens& target) const {
  const Var x = pass.dropout(embedding_->forward(pass, target), config_.dropout);
  return layers_->forward(pass, x, target);
}

Var RecurrentLm::logits(Pass& pass, Var, const Tokens&, const Tokens& target) const {
  Var logits;
  {
    const Pass::Scope within(pass, "decoder");
    const Var h = states(pass, target);
    const Pass::Scope output(pass, "output");
    logits = tree_ ? tree_->log_probabilities(pass, h, target) : output_->forward(pass, h, target);
  }
  const char* symbol = tree_ ? "\\log p" : "HW + b";
  return pass.name(logits, {"logits", symbol, Role::score}, target.axis, target.vocabulary);
}

Var RecurrentLm::surprise(Pass& pass, Var memory, const Tokens& source, const Tokens& target,
                          std::vector<int> next, double smoothing) const {
  if (!tree_ || smoothing > 0) {
    return NextTokenNetwork::surprise(pass, memory, source, target, std::move(next), smoothing);
  }
  return mean_rows(pass.tape(), tree_->surprisal(pass, states(pass, target), std::move(next)));
}

}  // namespace glassformer
