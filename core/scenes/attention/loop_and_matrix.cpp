#include <fmt/format.h>

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "core/nn/axes.h"
#include "core/scenes/embedding.h"
#include "core/scenes/options.h"
#include "core/scenes/records/loop_and_matrix.h"
#include "core/scenes/sheet.h"

// The same attention twice (lecture 001, "parallelized attention"): once as one line,
//   O = softmax((Y W^Q)(X W^K)ᵀ / √d_k) (X W^V),
// and once as a loop over the queries. Nodes: x, y (if there is a second sentence; else Y = X),
// the weights, q, k, v, scores, scaled, weights, output; loop.1.q … loop.n.output; loop.output, the
// loop's rows stacked; difference. memory.lengths, its columns memory.queries and memory.keys,
// memory.cells and memory.bytes say what E and A take for this run and for longer sentences,
// memory.training what all of them take while a Transformer is trained.
namespace glassformer {

namespace {

struct Sides {
  PairAxes axes;
  Part k, v;
};

AttentionSite rows(Part q, const Sides& sides, const std::string& name) {
  AttentionSite site{name, {}, q, sides.k, sides.v, {}, {}, {}, {}};
  const double d_k = sides.k.shape().cols;
  const auto symbol = [&](const char* text) { return with_head(text, sides.axes.head); };
  const Part scores{q.tape(), dot_score(q.tape(), q, sides.k, sides.axes)};
  const Part scaled = (1 / std::sqrt(d_k) * scores).as("scaled", symbol("E"));
  const Part weights = softmax(scaled).as("weights", symbol("A"));
  site.scores = scores;
  site.weights = weights;
  site.context = (weights * sides.v).as("output", symbol("O"));
  return site;
}

// One query after the other; the rows stacked are loop.output.
Part loop(Part q, const Sides& sides, LoopAndMatrixRecord& record) {
  const Axis& queries = sides.axes.queries;
  std::vector<Part> outputs;
  for (int i = 0; i < q.shape().rows; ++i) {
    const Tape::Scope scope(q.tape(), fmt::format("loop.{}", i + 1));
    Sides one = sides;
    one.axes.head = std::to_string(i + 1);
    // Its only row is token i, so it is linked to no sequence that begins at token 0.
    one.axes.queries = numbered("query");
    if (!queries.labels.empty()) {
      one.axes.queries.labels = {queries.labels[static_cast<std::size_t>(i)]};
    }
    const Part row =
        slice_rows(q, i, 1).as("q", fmt::format("q_{{{}}}", i + 1), {.rows = one.axes.queries});
    outputs.push_back({q.tape(), rows(row, one, "").context});
    record.turns.push_back({row, outputs.back()});
  }
  const Tape::Scope scope(q.tape(), "loop");
  return concat_rows(outputs).as("output", "O_{\\mathrm{loop}}", {.rows = queries});
}

constexpr std::string_view kMemory = "memory", kLengths = "lengths";
// In training each head of each layer keeps E and A for each sentence of a batch.
constexpr double kHeads = 8, kLayers = 6, kSentences = 64;

// What each row of the lengths is called, also of those that were typed.
std::string length_name(double queries, double keys) {
  return queries == keys ? fmt::format("J = {:g}", queries)
                         : fmt::format("J = {:g}, {:g}", queries, keys);
}

// The names of the rows, of which the first is of this run.
std::vector<std::string> length_names(Mat pairs, const Edits& edits) {
  if (const auto typed = edits.find(fmt::format("{}.{}", kMemory, kLengths));
      typed != edits.end()) {
    for (const CellEdit& cell : typed->second) {
      if (cell.row < pairs.rows() && cell.col < pairs.cols()) {
        pairs(cell.row, cell.col) = static_cast<Real>(cell.value);
      }
    }
  }
  std::vector<std::string> names{"these two"};
  for (int r = 1; r < pairs.rows(); ++r) names.push_back(length_name(pairs(r, 0), pairs(r, 1)));
  return names;
}

// E and A hold a number for every pair of a query and a key, of 4 bytes each.
void name_memory(Sheet& sheet, Run& run, const Edits& edits, int queries, int keys,
                 LoopAndMatrixRecord& record) {
  const Tape::Scope scope(sheet.tape(), kMemory);
  Mat pairs(8, 2);
  pairs(0, 0) = static_cast<Real>(queries);
  pairs(0, 1) = static_cast<Real>(keys);
  const int longer[] = {64, 128, 500, 1000, 2000, 10000, 100000};
  for (int r = 1; r < pairs.rows(); ++r) {
    pairs(r, 0) = pairs(r, 1) = static_cast<Real>(longer[r - 1]);
  }
  const Axis sentences{"sentences", length_names(pairs, edits), -1};
  const auto of = [](std::string what) { return Axis{"", {std::move(what)}, -1}; };
  const Part lengths =
      sheet.put(std::move(pairs), {std::string(kLengths), "J", Role::plain, sentences,
                                   Axis{"length", {"queries", "keys"}, -1}});
  const Part asking = slice_cols(lengths, 0, 1).as("queries", "J_{y}", {.cols = of("queries")});
  const Part answering = slice_cols(lengths, 1, 1).as("keys", "J_{x}", {.cols = of("keys")});
  const Part cells =
      multiply(asking, answering).as("cells", "J_{y} J_{x}", {.cols = of("cells of E")});
  record.lengths = lengths;
  record.cells = cells;
  const Part bytes =
      (2.0 * sizeof(float) * cells).as("bytes", "8 J_{y} J_{x}", {.cols = of("bytes of E and A")});
  record.bytes = bytes;
  record.training = (kHeads * kLayers * kSentences * bytes)
                        .as("training", "8 \\cdot 6 \\cdot 64 \\cdot 8 J_{y} J_{x}",
                            {.cols = of("bytes in training")});
  run.notes.push_back(fmt::format("E and A of this run take 2 × {} × {} × 4 = {} bytes", queries,
                                  keys, 8LL * queries * keys));
}

Run run_loop_and_matrix(const Inputs& inputs) {
  Run run;
  Sheet sheet(inputs, run);
  Material& material = sheet.material();
  const Embedded x = embed(inputs, material, run, 0, "x", "X", {"wk", "wv"});
  const bool two = material.has("y") || !inputs.text[1].empty() || !inputs.tokens[1].empty();
  const Embedded y = two ? embed(inputs, material, run, 1, "y", "Y", {"wq"}) : x;
  check_memory(inputs, 6.0 * y.count * x.count,
               fmt::format("{} queries and {} keys", y.count, x.count));
  const HeadWeights weights = take_head(material, "", y, x, x.width);

  const Axis d_model = numbered("d_model"), d_k = numbered("d_k"), d_v = numbered("d_v");
  const Part wq = sheet.put(weights.wq, {"wq", "W^{Q}", Role::query_weight, d_model, d_k});
  const Part wk = sheet.put(weights.wk, {"wk", "W^{K}", Role::key_weight, d_model, d_k});
  const Part wv = sheet.put(weights.wv, {"wv", "W^{V}", Role::value_weight, d_model, d_v});
  Sides sides;
  sides.axes = {as("query", y.tokens), as("key", x.tokens), ""};
  const Part asking = sheet.at(y.rows), answering = sheet.at(x.rows);
  const Part q = (asking * wq).as("q", "Q", {.rows = sides.axes.queries});
  sides.k = (answering * wk).as("k", "K", {.rows = sides.axes.keys});
  sides.v = (answering * wv).as("v", "V", {.rows = sides.axes.keys});
  run.sites.push_back(rows(q, sides, ""));
  run.output = run.sites[0].context;
  LoopAndMatrixRecord record;
  const Part looped = loop(q, sides, record);
  (sheet.at(run.output) - looped).as("difference", "O - O_{\\mathrm{loop}}", Role::plain);
  record.scores = run.sites[0].scores;
  name_memory(sheet, run, inputs.edits, y.count, x.count, record);
  run.records.add(record);
  sheet.tell();
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
