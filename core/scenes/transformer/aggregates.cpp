#include "core/scenes/transformer/aggregates.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "core/scenes/part.h"

namespace glassformer {

namespace {

// The larger of two matrices, cell by cell: a + max(0, b − a).
Part larger(Part a, Part b) {
  return a + relu(b - a);
}

struct Heads {
  std::vector<Part> weights;
  int per_layer = 1;
};

using Stack = AttentionPlace::Stack;
using Kind = AttentionPlace::Kind;

Heads heads_of(Run& run, Stack stack, Kind kind, int per_layer) {
  Heads heads;
  heads.per_layer = per_layer;
  for (const AttentionSite& site : run.sites) {
    if (site.place.stack == stack && site.place.kind == kind) {
      heads.weights.emplace_back(run.tape, site.weights);
    }
  }
  return heads;
}

Part mean_of(const Heads& heads, std::size_t first, std::size_t count) {
  Part total = heads.weights[first];
  for (std::size_t i = first + 1; i < first + count; ++i) total = total + heads.weights[i];
  return count == 1 ? total : 1.0 / static_cast<double>(count) * total;
}

}  // namespace

TransformerRecord::Together record_together(Run& run, Stack stack, Kind kind, int heads_of_layer) {
  const Heads heads = heads_of(run, stack, kind, heads_of_layer);
  TransformerRecord::Together together;
  if (heads.weights.empty()) return together;
  Tape& tape = run.tape;
  // A single head is its own mean; it has a name already, so it is copied.
  const bool single = heads.weights.size() == 1;
  const auto own = [&](Part part) { return single ? 1 * part : part; };
  together.mean = own(mean_of(heads, 0, heads.weights.size())).as("mean", "\\bar{A}");
  Part max = heads.weights[0];
  for (std::size_t i = 1; i < heads.weights.size(); ++i) max = larger(max, heads.weights[i]);
  together.max = own(max).as("max", "\\max A");
  if (kind == Kind::cross) return together;
  const Shape shape = heads.weights[0].shape();
  Mat half(shape);
  for (int i = 0; i < shape.rows; ++i) half(i, i) = static_cast<Real>(0.5);
  const Part identity{tape, tape.input(std::move(half))};
  Part rollout;
  const auto per_layer = static_cast<std::size_t>(heads.per_layer);
  for (std::size_t first = 0; first < heads.weights.size(); first += per_layer) {
    const std::size_t layer = first / per_layer + 1;
    const Part mixed = (0.5 * mean_of(heads, first, per_layer) + identity)
                           .as(fmt::format("mixed_{}", layer),
                               fmt::format("\\frac{{\\bar{{A}}_{{{}}} + I}}{{2}}", layer));
    const bool last = first + per_layer == heads.weights.size();
    rollout = rollout ? mixed * rollout : mixed;
    // The formula of a cell speaks of one layer at a time.
    if (layer > 1 && !last) {
      rollout =
          rollout.as(fmt::format("rollout_{}", layer), fmt::format("\\tilde{{A}}_{{{}}}", layer));
    }
  }
  // That of a single layer is its mixed map, which has a name already.
  if (heads.weights.size() == per_layer) rollout = 1 * rollout;
  together.rollout = rollout.as("rollout", "\\tilde{A}",
                                {.role = Role::probability,
                                 .rows = heads.weights[0].rows(),
                                 .cols = heads.weights[0].cols()});
  return together;
}

std::array<TransformerRecord::Together, 3> record_aggregates(Run& run,
                                                             const TransformerConfig& config) {
  const Tape::Scope scope(run.tape, "aggregate");
  const auto record = [&](const char* name, Stack stack, Kind kind) {
    const Tape::Scope of_group(run.tape, name);
    return record_together(run, stack, kind, config.heads);
  };
  return {record("encoder", Stack::encoder, Kind::self),
          record("decoder", Stack::decoder, Kind::self),
          record("cross", Stack::decoder, Kind::cross)};
}

}  // namespace glassformer
