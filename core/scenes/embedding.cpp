#include "core/scenes/embedding.h"

#include <fmt/format.h>

#include "core/nn/axes.h"
#include "core/nn/position.h"
#include "core/scenes/part.h"
#include "core/scenes/transformer/positional.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

int width_of(const Inputs& inputs, const Material& material, const std::string& name,
             const std::vector<std::string>& weights) {
  if (const LeafPtr given = material.given(name)) return given->value.cols();
  for (const std::string& weight : weights) {
    if (const LeafPtr given = material.given(weight)) return given->value.rows();
  }
  return static_cast<int>(number(inputs, "d_model"));
}

}  // namespace

Embedded embed(const Inputs& inputs, Material& material, Run& run, int which,
               const std::string& name, const std::string& symbol,
               const std::vector<std::string>& weights) {
  const auto i = static_cast<std::size_t>(which);
  run.tokens[i] = sentence(inputs, which);
  LeafPtr leaf = inputs.text[i].empty() ? material.given(name) : nullptr;
  if (leaf) {
    check_labels(inputs, run.tokens[i], leaf->value.rows(), "rows of " + name);
  } else if (run.tokens[i].empty()) {
    const Scene* model = find_scene(inputs.scene);
    const bool only = model == nullptr || model->sentences == 1;
    throw UserError(fmt::format("{}: {} is empty: type at least one word", inputs.scene,
                                only ? "the sentence" : fmt::format("sentence {}", which + 1)));
  } else {
    leaf = material.words(name, run.tokens[i], width_of(inputs, material, name, weights));
  }
  Tape& tape = run.tape;
  Embedded made;
  made.count = leaf->value.rows();
  made.width = leaf->value.cols();
  made.tokens = {"token", run.tokens[i], which};
  const Axis dimensions = numbered("d_model");
  made.rows = put(tape, leaf, {name, symbol, Role::input, made.tokens, dimensions});
  return made;
}

Var name_positions(Tape& tape, const Embedded& sentence) {
  return put(tape, sinusoidal_positions(sentence.count, sentence.width),
             {"positions", "\\mathrm{PE}", Role::position, as("position", sentence.tokens),
              numbered("d_model"), sinusoid_origin(sentence.width)});
}

Var add_positions(Tape& tape, Var rows, Var positions, const Axis& tokens,
                  const std::string& symbol) {
  return (Part(tape, rows) + Part(tape, positions))
      .as("embedded", symbol, {.role = Role::input, .rows = tokens, .cols = numbered("d_model")});
}

HeadWeights take_head(Material& material, const std::string& prefix, const Embedded& y,
                      const Embedded& x, int width) {
  const auto rows_of = [](const char* name, int rows) {
    return fmt::format("a row of {} has {} numbers", name, rows);
  };
  HeadWeights head;
  head.wq = material.take(prefix + "wq", {y.width, y.width}, {0, width}, weight_deviation(y.width),
                          rows_of("the queries' sentence", y.width));
  const int d_k = head.wq->value.cols();
  head.wk = material.take(
      prefix + "wk", {x.width, x.width}, {d_k, d_k}, weight_deviation(x.width),
      fmt::format("{}, and the queries have {}", rows_of("the keys' sentence", x.width), d_k));
  head.wv = material.take(prefix + "wv", {x.width, x.width}, {0, width}, weight_deviation(x.width),
                          rows_of("the keys' sentence", x.width));
  return head;
}

}  // namespace glassformer
