#include <fmt/format.h>

#include <cmath>

#include "core/grad/ops.h"
#include "core/nn/axes.h"
#include "core/scenes/embedding.h"
#include "core/scenes/options.h"
#include "core/scenes/records/loop_and_matrix.h"

// The same attention twice (lecture 001, "parallelized attention"): once as one line,
//   O = softmax((Y W^Q)(X W^K)ᵀ / √d_k) (X W^V),
// and once as a loop over the queries. Nodes: x, y (if there is a second sentence; else Y = X),
// the weights, q, k, v, scores, scaled, weights, output; loop.1.q … loop.n.output; loop.output, the
// loop's rows stacked; difference. memory.lengths, its columns memory.queries and memory.keys,
// memory.cells and memory.bytes say what E and A take for this run and for longer sentences.
namespace glassformer {

namespace {

struct Sides {
  PairAxes axes;
  Var k, v;
};

AttentionSite rows(Tape& tape, Var q, const Sides& sides, const std::string& name) {
  AttentionSite site{name, {}, q, sides.k, sides.v, {}, {}, {}, {}};
  const Axis& queries = sides.axes.queries;
  const Axis& keys = sides.axes.keys;
  const double d_k = tape.shape(sides.k).cols;
  const auto symbol = [&](const char* text) { return with_head(text, sides.axes.head); };
  site.scores = dot_score(tape, q, sides.k, sides.axes);
  const Var scaled = tape.name(scale(tape, site.scores, 1 / std::sqrt(d_k)),
                               {"scaled", symbol("E"), Role::score, queries, keys});
  site.weights =
      tape.name(softmax(tape, scaled), {"weights", symbol("A"), Role::probability, queries, keys});
  site.context = tape.name(matmul(tape, site.weights, sides.v),
                           {"output", symbol("O"), Role::output, queries, numbered("d_v")});
  return site;
}

Var weight(Tape& tape, const LeafPtr& leaf, const char* name, const char* symbol, Role role,
           const char* cols) {
  return tape.name(tape.input(leaf), {name, symbol, role, numbered("d_model"), numbered(cols)});
}

// One query after the other; the rows stacked are loop.output.
Var loop(Tape& tape, Var q, const Sides& sides) {
  const Axis& queries = sides.axes.queries;
  std::vector<Var> outputs;
  const int n = tape.shape(q).rows;
  for (int i = 0; i < n; ++i) {
    const Tape::Scope scope(tape, fmt::format("loop.{}", i + 1));
    Sides one = sides;
    one.axes.head = std::to_string(i + 1);
    // Its only row is token i, so it is linked to no sequence that begins at token 0.
    one.axes.queries = numbered("query");
    if (!queries.labels.empty()) {
      one.axes.queries.labels = {queries.labels[static_cast<std::size_t>(i)]};
    }
    const Var row = tape.name(
        slice_rows(tape, q, i, 1),
        {"q", fmt::format("q_{{{}}}", i + 1), Role::query, one.axes.queries, numbered("d_k")});
    outputs.push_back(rows(tape, row, one, "").context);
  }
  const Tape::Scope scope(tape, "loop");
  return tape.name(concat_rows(tape, outputs),
                   {"output", "O_{\\mathrm{loop}}", Role::output, queries, numbered("d_v")});
}

// E and A hold a number for every pair of a query and a key, of 4 bytes each.
void name_memory(Run& run, int queries, int keys, LoopAndMatrixRecord& record) {
  Tape& tape = run.tape;
  const Tape::Scope scope(tape, "memory");
  Axis lengths{"sentences", {"these two"}, -1};
  Mat pairs(8, 2);
  pairs(0, 0) = static_cast<Real>(queries);
  pairs(0, 1) = static_cast<Real>(keys);
  const int longer[] = {64, 128, 500, 1000, 2000, 10000, 100000};
  for (int r = 1; r < pairs.rows(); ++r) {
    pairs(r, 0) = pairs(r, 1) = static_cast<Real>(longer[r - 1]);
    lengths.labels.push_back(fmt::format("J = {}", longer[r - 1]));
  }
  record.lengths =
      tape.name(tape.input(std::move(pairs)),
                {"lengths", "J", Role::plain, lengths, Axis{"length", {"queries", "keys"}, -1}});
  const auto column = [&](int at, const char* name, const char* symbol) {
    return tape.name(slice_cols(tape, record.lengths, at, 1),
                     {name, symbol, Role::plain, lengths, Axis{"", {name}, -1}});
  };
  const Var asking = column(0, "queries", "J_{y}"), answering = column(1, "keys", "J_{x}");
  record.cells =
      tape.name(multiply(tape, asking, answering),
                {"cells", "J_{y} J_{x}", Role::plain, lengths, Axis{"", {"cells of E"}, -1}});
  record.bytes = tape.name(
      scale(tape, record.cells, 2.0 * sizeof(float)),
      {"bytes", "8 J_{y} J_{x}", Role::plain, lengths, Axis{"", {"bytes of E and A"}, -1}});
  run.notes.push_back(fmt::format("E and A of this run take 2 × {} × {} × 4 = {} bytes", queries,
                                  keys, 8LL * queries * keys));
}

Run run_loop_and_matrix(const Inputs& inputs) {
  Run run;
  run.tape = Tape(inputs.edits);
  Tape& tape = run.tape;
  Material material(inputs);
  const Embedded x = embed(inputs, material, run, 0, "x", "X", {"wk", "wv"});
  const bool two = material.has("y") || !inputs.text[1].empty() || !inputs.tokens[1].empty();
  const Embedded y = two ? embed(inputs, material, run, 1, "y", "Y", {"wq"}) : x;
  check_memory(inputs, 6.0 * y.count * x.count,
               fmt::format("{} queries and {} keys", y.count, x.count));
  const HeadWeights weights = take_head(material, "", y, x, x.width);

  const Var wq = weight(tape, weights.wq, "wq", "W^{Q}", Role::query_weight, "d_k");
  const Var wk = weight(tape, weights.wk, "wk", "W^{K}", Role::key_weight, "d_k");
  const Var wv = weight(tape, weights.wv, "wv", "W^{V}", Role::value_weight, "d_v");
  Sides sides;
  sides.axes = {as("query", y.tokens), as("key", x.tokens), ""};
  const Var q = tape.name(matmul(tape, y.rows, wq),
                          {"q", "Q", Role::query, sides.axes.queries, numbered("d_k")});
  sides.k =
      tape.name(matmul(tape, x.rows, wk), {"k", "K", Role::key, sides.axes.keys, numbered("d_k")});
  sides.v = tape.name(matmul(tape, x.rows, wv),
                      {"v", "V", Role::value, sides.axes.keys, numbered("d_v")});
  run.sites.push_back(rows(tape, q, sides, ""));
  run.output = run.sites[0].context;
  const Var looped = loop(tape, q, sides);
  tape.name(subtract(tape, run.output, looped), {"difference", "O - O_{\\mathrm{loop}}",
                                                 Role::plain, sides.axes.queries, numbered("d_v")});
  LoopAndMatrixRecord record;
  record.scores = run.sites[0].scores;
  name_memory(run, y.count, x.count, record);
  run.records.add(record);
  material.tell(run);
  return run;
}

const RegisterScene registered{
    {.name = "loop-and-matrix",
     .what = "Attention as one matrix product and as a loop over the queries, with what "
             "both need in memory. Sentence 2 asks, sentence 1 answers.",
     .subject = Subject::attention,
     .options = {width_option(4), seed_option()},
     .givens = {"x", "y", "wq", "wk", "wv"},
     .sentences = 2,
     .run = run_loop_and_matrix}};

}  // namespace

}  // namespace glassformer
