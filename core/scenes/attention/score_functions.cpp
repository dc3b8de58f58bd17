#include <fmt/format.h>

#include <functional>

#include "core/grad/ops.h"
#include "core/nn/attention.h"
#include "core/nn/axes.h"
#include "core/nn/score.h"
#include "core/scenes/material.h"
#include "core/scenes/options.h"
#include "core/scenes/records/score_functions.h"

// One query, the same keys and values, six score functions (lectures 000, 001, 003 and 004): the
// scopes dot, scaled, bilinear, additive, inverse-distance and cosine, each with scores, weights
// and output. What is learned: nothing for dot, scaled, inverse-distance and cosine; bilinear.w;
// additive.w, additive.u and additive.v.
namespace glassformer {

namespace {

struct Shared {
  Tape& tape;
  Run& run;
  Var query;   // [1, d]
  Var keys;    // [n, d]
  Var values;  // [n, d_v]
  PairAxes axes;
};

Var input(Tape& tape, const LeafPtr& leaf, std::string name, std::string symbol, Role role,
          Axis rows, Axis cols) {
  return tape.name(tape.input(leaf),
                   {std::move(name), std::move(symbol), role, std::move(rows), std::move(cols)});
}

// Scope `name`: the scores as `make` names them, then the softmax and the weighted sum.
ScoreFunctionsRecord::Function compare(const Shared& shared, const std::string& name,
                                       const std::function<Var()>& make) {
  const Tape::Scope scope(shared.tape, name);
  AttentionSpec spec;
  spec.axes = shared.axes;
  spec.site = name;
  const Var scores = make();
  const Var weights =
      shared.tape.name(softmax(shared.tape, scores),
                       {"weights", "A", Role::probability, shared.axes.queries, shared.axes.keys});
  AttentionSite site = attend_from_weights(shared.tape, weights, shared.values, spec);
  site.q = shared.query;
  site.k = shared.keys;
  site.scores = scores;
  shared.run.sites.push_back(site);
  return {weights, site.context};
}

void check_size(const Inputs& inputs, int keys, int width, int hidden) {
  const double cells = static_cast<double>(keys) * (4.0 * width + 4.0 * hidden + 20);
  check_memory(inputs, cells + 2.0 * width * std::max(width, hidden),
               fmt::format("{} keys of width {}", keys, width));
}

Run run_score_functions(const Inputs& inputs) {
  Run run;
  run.tape = Tape(inputs.edits);
  Tape& tape = run.tape;
  Material material(inputs);
  constexpr int drawn_keys = 4;
  const int drawn_width = static_cast<int>(number(inputs, "d_model"));
  const LeafPtr query = material.take("query", {1, 1}, {0, drawn_width}, 1, "there is one query");
  const int d = query->value.cols();
  const std::string why = fmt::format("the query has {} columns", d);
  const LeafPtr keys = material.take("keys", {0, drawn_keys}, {d, d}, 1, why);
  const int n = keys->value.rows();
  const LeafPtr values =
      material.take("values", {n, n}, {0, d}, 1, fmt::format("there are {} keys", n));
  const double deviation = weight_deviation(d);
  const LeafPtr bilinear = material.take("bilinear.w", {d, d}, {d, d}, deviation, why);
  const LeafPtr w = material.take("additive.w", {d, d}, {0, d}, deviation, why);
  const int hidden = w->value.cols();
  const LeafPtr u = material.take("additive.u", {d, d}, {hidden, hidden}, deviation,
                                  fmt::format("{}, and additive.w has {}", why, hidden));
  const LeafPtr v = material.take("additive.v", {1, 1}, {hidden, hidden}, weight_deviation(hidden),
                                  fmt::format("additive.w has {} columns", hidden));
  check_size(inputs, n, d, hidden);

  run.tokens = {sentence(inputs, 0), sentence(inputs, 1)};
  check_labels(inputs, run.tokens[0], n, "keys");
  check_labels(inputs, run.tokens[1], 1, "queries");
  const Axis query_axis{"query", run.tokens[1], 1};
  const Axis key_axis{"key", run.tokens[0], 0};
  const Axis width = numbered("d_k");
  const Axis hidden_axis = numbered("h");
  Shared shared{tape, run, {}, {}, {}, {query_axis, key_axis, ""}};
  shared.query = input(tape, query, "query", "q", Role::query, query_axis, width);
  shared.keys = input(tape, keys, "keys", "K", Role::key, key_axis, width);
  shared.values = input(tape, values, "values", "V", Role::value, key_axis, numbered("d_v"));
  const PairAxes& axes = shared.axes;

  ScoreFunctionsRecord record;
  record.dot = compare(shared, "dot", [&] {
    return dot_score(tape, shared.query, shared.keys, axes, "QK^{\\top}");
  });
  record.scaled = compare(shared, "scaled",
                          [&] { return scaled_dot_score(tape, shared.query, shared.keys, axes); });
  record.bilinear = compare(shared, "bilinear", [&] {
    const Var weight = input(tape, bilinear, "w", "W", Role::query_weight, numbered("d_q"), width);
    return bilinear_score(tape, shared.query, shared.keys, weight, axes);
  });
  record.additive = compare(shared, "additive", [&] {
    const Var wq = input(tape, w, "w", "W", Role::query_weight, numbered("d_q"), hidden_axis);
    const Var uk = input(tape, u, "u", "U", Role::key_weight, width, hidden_axis);
    const Var row = input(tape, v, "v", "v", Role::plain, numbered(""), hidden_axis);
    return additive_score(tape, shared.query, shared.keys, wq, uk, row, axes);
  });
  record.inverse_distance = compare(shared, "inverse-distance", [&] {
    return inverse_distance_score(tape, shared.query, shared.keys, axes);
  });
  record.cosine = compare(shared, "cosine",
                          [&] { return cosine_score(tape, shared.query, shared.keys, axes); });
  run.output = run.sites[0].context;
  run.records.add(record);
  material.tell(run);
  return run;
}

const RegisterScene registered{
    {.name = "score-functions",
     .what =
         "One query and the same keys under six score functions: dot product, scaled dot product, "
         "bilinear, additive, inverse distance and cosine.",
     .subject = Subject::attention,
     .options = {width_option(3), seed_option()},
     .givens = {"query", "keys", "values", "bilinear.w", "additive.w", "additive.u", "additive.v"},
     .run = run_score_functions}};

}  // namespace

}  // namespace glassformer
