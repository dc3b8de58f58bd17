#include "core/scenes/transformer/aggregates.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "core/grad/ops.h"

namespace glassformer {

namespace {

// The larger of two matrices, cell by cell: a + max(0, b − a).
Var larger(Tape& tape, Var a, Var b) {
  return add(tape, a, relu(tape, subtract(tape, b, a)));
}

struct Heads {
  std::vector<Var> weights;
  int per_layer = 1;
};

using Stack = AttentionPlace::Stack;
using Kind = AttentionPlace::Kind;

Heads heads_of(const Run& run, Stack stack, Kind kind, int per_layer) {
  Heads heads;
  heads.per_layer = per_layer;
  for (const AttentionSite& site : run.sites) {
    if (site.place.stack == stack && site.place.kind == kind) heads.weights.push_back(site.weights);
  }
  return heads;
}

Var mean_of(Tape& tape, const Heads& heads, std::size_t first, std::size_t count) {
  Var total = heads.weights[first];
  for (std::size_t i = first + 1; i < first + count; ++i)
    total = add(tape, total, heads.weights[i]);
  return count == 1 ? total : scale(tape, total, 1.0 / static_cast<double>(count));
}

TransformerRecord::Together record_heads(Run& run, const char* name_of_all, Kind kind,
                                         const Heads& heads) {
  TransformerRecord::Together together;
  if (heads.weights.empty()) return together;
  Tape& tape = run.tape;
  const Tape::Scope scope(tape, name_of_all);
  const Axis rows = tape.node(heads.weights[0]).label.rows;
  const Axis cols = tape.node(heads.weights[0]).label.cols;
  const auto name = [&](Var var, const char* word, const char* symbol) {
    return tape.name(var, {word, symbol, Role::probability, rows, cols});
  };
  // A single head is its own mean; it has a name already, so it is copied.
  const bool single = heads.weights.size() == 1;
  const auto own = [&](Var var) { return single ? scale(tape, var, 1) : var; };
  together.mean = name(own(mean_of(tape, heads, 0, heads.weights.size())), "mean", "\\bar{A}");
  Var max = heads.weights[0];
  for (std::size_t i = 1; i < heads.weights.size(); ++i) max = larger(tape, max, heads.weights[i]);
  together.max = name(own(max), "max", "\\max A");
  const Shape shape = tape.shape(heads.weights[0]);
  if (kind == Kind::cross) return together;
  Mat half(shape);
  for (int i = 0; i < shape.rows; ++i) half(i, i) = static_cast<Real>(0.5);
  const Var identity = tape.input(std::move(half));
  Var rollout;
  const auto per_layer = static_cast<std::size_t>(heads.per_layer);
  for (std::size_t first = 0; first < heads.weights.size(); first += per_layer) {
    const std::size_t layer = first / per_layer + 1;
    const Var mixed = tape.name(
        add(tape, scale(tape, mean_of(tape, heads, first, per_layer), 0.5), identity),
        {fmt::format("mixed_{}", layer), fmt::format("\\frac{{\\bar{{A}}_{{{}}} + I}}{{2}}", layer),
         Role::probability, rows, cols});
    rollout = rollout ? matmul(tape, mixed, rollout) : mixed;
  }
  // That of a single layer is its mixed map, which has a name already.
  if (heads.weights.size() == per_layer) rollout = scale(tape, rollout, 1);
  together.rollout = name(rollout, "rollout", "\\tilde{A}");
  return together;
}

}  // namespace

std::array<TransformerRecord::Together, 3> record_aggregates(Run& run,
                                                             const TransformerConfig& config) {
  const Tape::Scope scope(run.tape, "aggregate");
  const auto record = [&](const char* name, Stack stack, Kind kind) {
    return record_heads(run, name, kind, heads_of(run, stack, kind, config.heads));
  };
  return {record("encoder", Stack::encoder, Kind::self),
          record("decoder", Stack::decoder, Kind::self),
          record("cross", Stack::decoder, Kind::cross)};
}

}  // namespace glassformer
