#include "core/scenes/transformer/sub_layers.h"

#include <fmt/format.h>

#include <utility>

namespace glassformer {

namespace {

SubLayer begin(SubLayer::Kind kind, bool decoder, int layer, std::string scope) {
  SubLayer made;
  made.kind = kind;
  made.decoder = decoder;
  made.layer = layer;
  made.scope = std::move(scope);
  return made;
}

std::vector<SubLayer::Head> heads_in(const Tape& tape, const std::string& scope) {
  std::vector<SubLayer::Head> heads;
  for (int number = 1;; ++number) {
    const auto find = [&](const char* name) {
      return tape.find(fmt::format("{}.head.{}.{}", scope, number, name));
    };
    if (!find("weights")) return heads;
    heads.push_back({find("q"), find("k"), find("v"), find("masked"), find("weights"),
                     find("output"), find("q_rotated"), find("k_rotated")});
  }
}

void add_layer(std::vector<SubLayer>& all, const Tape& tape, const std::string& scope, bool decoder,
               int layer) {
  using Kind = SubLayer::Kind;
  int number = 0;
  const auto add = [&](Kind kind, const char* part) {
    SubLayer made = begin(kind, decoder, layer, scope + "." + part);
    made.output = tape.find(made.scope + ".output");
    if (!made.output) return;
    made.heads = heads_in(tape, made.scope);
    made.hidden = tape.find(made.scope + ".hidden");
    made.activation = tape.find(made.scope + ".activation");
    made.gated = tape.find(made.scope + ".gated");
    SubLayer sum = begin(Kind::add_and_norm, decoder, layer, "");
    sum.sum = tape.find(fmt::format("{}.residual_{}", scope, ++number));
    const Var norm = tape.find(fmt::format("{}.norm_{}", scope, number));
    const bool behind = norm && tape.node(norm).inputs.front() == sum.sum;
    (behind ? sum : made).norm = norm;
    all.push_back(std::move(made));
    if (sum.sum) all.push_back(std::move(sum));
  };
  add(Kind::self_attention, "self_attention");
  add(Kind::cross_attention, "cross_attention");
  add(Kind::feed_forward, "ffn");
}

}  // namespace

std::vector<SubLayer> sub_layers(const Tape& tape) {
  std::vector<SubLayer> all;
  for (const bool decoder : {false, true}) {
    SubLayer embedding =
        begin(SubLayer::Kind::embedding, decoder, -1, decoder ? "decoder" : "encoder");
    const std::string side = embedding.scope;
    embedding.input = tape.find(side + ".input");
    embedding.scaled = tape.find(side + ".scaled");
    if (!embedding.scaled) embedding.scaled = tape.find(side + ".embedding");
    if (!embedding.input && !embedding.scaled) continue;
    embedding.positions = tape.find(side + ".positions");
    all.push_back(std::move(embedding));
    for (int layer = 0;; ++layer) {
      const std::string scope = fmt::format("{}.{}", side, layer);
      if (!tape.find(scope + ".residual_1")) break;
      add_layer(all, tape, scope, decoder, layer);
    }
    SubLayer last = begin(SubLayer::Kind::add_and_norm, decoder, -1, "");
    last.norm = tape.find(side + ".norm");
    if (last.norm) all.push_back(std::move(last));
  }
  if (tape.find("logits")) all.push_back(begin(SubLayer::Kind::words, true, -1, ""));
  return all;
}

}  // namespace glassformer
