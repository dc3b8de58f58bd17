#include "core/scenes/transformer/projected_positions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/models/checkpoint.h"
#include "core/models/transformer.h"
#include "core/nn/axes.h"
#include "core/nn/position.h"
#include "core/scenes/chosen.h"
#include "core/scenes/part.h"

namespace glassformer {

namespace {

Axis places(const char* name, int n) {
  Axis axis = numbered(name);
  for (int i = 1; i <= n; ++i) axis.labels.push_back(fmt::format("X{}", i));
  return axis;
}

// The first `wanted` positions as the model adds them; empty if it adds none.
Part added_positions(Run& run, const Checkpoint& model, bool encoder, int wanted) {
  const Transformer& network = transformer_of(model);
  const int width = network.sizes().d_model;
  const auto named = [&](Mat rows, const char* symbol, Origin origin) {
    const Axis axis = places("vector", rows.rows());
    return Part(run.tape, run.tape.input(std::move(rows)))
        .as("encoding", symbol,
            {.role = Role::position,
             .rows = axis,
             .cols = numbered("d_model"),
             .origin = std::move(origin)});
  };
  switch (network.sizes().positions) {
    case PositionKind::sinusoidal:
      return named(sinusoidal_positions(wanted, width), "\\mathrm{PE}", sinusoid_origin(width));
    case PositionKind::learned: {
      const Mat& table =
          model.params.value(encoder ? network.source_positions() : network.target_positions());
      Mat rows(std::min(wanted, table.rows()), width);
      for (int r = 0; r < rows.rows(); ++r) std::ranges::copy(table.row(r), rows.row(r).begin());
      return named(std::move(rows), "\\mathrm{PE}", all_cells("Learned by the model."));
    }
    default:
      return {};
  }
}

// The columns of one head out of the weights of all of them.
Mat columns(const Mat& all, int first, int count) {
  Mat some(all.rows(), count);
  for (int r = 0; r < all.rows(); ++r) {
    for (int c = 0; c < count; ++c) some(r, c) = all(r, first + c);
  }
  return some;
}

struct Projection {
  const char* name;     // "q"
  const char* weights;  // "wq"
  const char* symbol;   // "W^{Q}"
  Role weight_role;
};

}  // namespace

PositionalDistancesRecord::Projected record_projected(const Inputs& inputs, Run& run) {
  Tape& tape = run.tape;
  const Tape::Scope scope(tape, PositionalDistancesRecord::Projected::scope);
  const CheckpointPtr model = chosen_model(inputs);
  const TransformerConfig& sizes = transformer_of(*model).sizes();
  const bool encoder = sizes.encoder_layers > 0;
  const std::string layer = encoder ? "encoder.0.self_attention." : "decoder.0.self_attention.";
  PositionalDistancesRecord::Projected made;
  const Part encoding =
      added_positions(run, *model, encoder, static_cast<int>(number(inputs, "positions")));
  made.encoding = encoding;
  if (!encoding || model->params.find(layer + "wq") < 0) {
    run.notes.push_back(
        "the chosen model adds no positions to its words, so there is nothing to "
        "project");
    return {};
  }
  if (sizes.pre_norm) {
    run.notes.push_back(
        "the chosen model normalises the sum of word and position before it "
        "projects, so these are not exactly the parts of its queries and keys");
  }
  const int n = encoding.shape().rows, d_k = sizes.d_k();
  made.head = std::min(static_cast<int>(number(inputs, "head")), sizes.heads);
  const Axis rows = places("vector", n), others = places("other vector", n);
  const auto between = [&](Part vectors, const std::string& within, const std::string& symbol) {
    const Tape::Scope inner(tape, within);
    return distance(vectors, vectors).as("distances", symbol, {.rows = rows, .cols = others});
  };
  const auto project = [&](const Projection& one) {
    const Mat& all = model->params.value(model->params.find(layer + one.weights));
    const Part weights = Part(tape, tape.input(columns(all, (made.head - 1) * d_k, d_k)))
                             .as(one.weights, one.symbol,
                                 {.role = one.weight_role,
                                  .rows = numbered("d_model"),
                                  .cols = numbered("d_k"),
                                  .origin = all_cells("Learned by the model.")});
    return (encoding * weights).as(one.name, fmt::format("\\mathrm{{PE}} {}", one.symbol));
  };
  made.before = between(encoding, "before", "\\| \\mathrm{PE}_{i} - \\mathrm{PE}_{j} \\|");
  const Part q = project({"q", "wq", "W^{Q}", Role::query_weight});
  const Part k = project({"k", "wk", "W^{K}", Role::key_weight});
  made.queries = between(q, "q", "\\| (\\mathrm{PE}_{i} - \\mathrm{PE}_{j}) W^{Q} \\|");
  made.keys = between(k, "k", "\\| (\\mathrm{PE}_{i} - \\mathrm{PE}_{j}) W^{K} \\|");
  made.scores =
      (1 / std::sqrt(static_cast<double>(d_k)) * (q * transposed(k)))
          .as("scores", "S_{\\mathrm{PE}}", {.rows = as("query", rows), .cols = as("key", others)});
  return made;
}

}  // namespace glassformer
