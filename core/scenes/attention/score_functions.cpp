#include <fmt/format.h>

#include <functional>

#include "core/nn/attention.h"
#include "core/nn/axes.h"
#include "core/nn/score.h"
#include "core/scenes/options.h"
#include "core/scenes/records/score_functions.h"
#include "core/scenes/sheet.h"

// One query, the same keys and values, six score functions (lectures 000, 001, 003 and 004): the
// scopes dot, scaled, bilinear, additive, inverse-distance and cosine, each with scores, weights
// and output. What is learned: nothing for dot, scaled, inverse-distance and cosine; bilinear.w;
// additive.w, additive.u and additive.v.
namespace glassformer {

namespace {

struct Shared {
  Run& run;
  Part query;   // [1, d]
  Part keys;    // [n, d]
  Part values;  // [n, d_v]
  PairAxes axes;
};

// Scope `name`: the scores as `make` names them, then the softmax and the weighted sum.
ScoreFunctionsRecord::Function compare(const Shared& shared, const std::string& name,
                                       const std::function<Var()>& make) {
  Tape& tape = shared.run.tape;
  const Tape::Scope scope(tape, name);
  AttentionSpec spec;
  spec.axes = shared.axes;
  spec.site = name;
  const Part scores{tape, make()};
  const Part weights = softmax(scores).as("weights", "A");
  AttentionSite site = attend_from_weights(tape, weights, shared.values, spec);
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
  Sheet sheet(inputs, run);
  Tape& tape = run.tape;
  constexpr int drawn_keys = 4;
  const int drawn_width = static_cast<int>(number(inputs, "d_model"));
  run.tokens = {sentence(inputs, 0), sentence(inputs, 1)};
  const Axis query{"query", run.tokens[1], 1}, key{"key", run.tokens[0], 0};
  const Axis asked = numbered("d_q"), hidden = numbered("h");
  const Part q = sheet.take("query", "q", Role::query, exactly(1, query, "there is one query"),
                            any(drawn_width, numbered("d_k")), 1);
  const int d = q.shape().cols;
  const Part k = sheet.take("keys", "K", Role::key, any(drawn_keys, key), cols_of(q), 1);
  const int n = k.shape().rows;
  const Part v = sheet.take("values", "V", Role::value, rows_of(k), any(d, numbered("d_v")), 1);
  check_size(inputs, n, d, d);
  check_labels(inputs, run.tokens[0], n, "keys");
  check_labels(inputs, run.tokens[1], 1, "queries");

  const PairAxes axes{query, key, ""};
  const Shared shared{run, q, k, v, axes};
  ScoreFunctionsRecord record;
  record.dot = compare(shared, "dot", [&] { return dot_score(tape, q, k, axes, "QK^{\\top}"); });
  record.scaled = compare(shared, "scaled", [&] { return scaled_dot_score(tape, q, k, axes); });
  record.bilinear = compare(shared, "bilinear", [&] {
    const Part w = sheet.take("w", "W", Role::query_weight, cols_of(q).over(asked), cols_of(q));
    return bilinear_score(tape, q, k, w, axes);
  });
  record.additive = compare(shared, "additive", [&] {
    const Part w = sheet.take("w", "W", Role::query_weight, cols_of(q).over(asked), any(d, hidden));
    const Part u = sheet.take("u", "U", Role::key_weight, cols_of(q), cols_of(w));
    const Part row = sheet.take("v", "v", Role::plain, exactly(1, numbered(""), ""), cols_of(w),
                                weight_deviation(w.shape().cols));
    check_size(inputs, n, d, w.shape().cols);
    return additive_score(tape, q, k, w, u, row, axes);
  });
  record.inverse_distance =
      compare(shared, "inverse-distance", [&] { return inverse_distance_score(tape, q, k, axes); });
  record.cosine = compare(shared, "cosine", [&] { return cosine_score(tape, q, k, axes); });
  run.output = run.sites[0].context;
  run.records.add(record);
  sheet.tell();
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
