#include <fmt/format.h>

#include <numeric>

#include "core/grad/ops.h"
#include "core/nn/axes.h"
#include "core/scenes/attention/shuffle.h"
#include "core/scenes/options.h"
#include "core/scenes/records/permutation_and_positions.h"

// Self-attention without positions, with encodings and with embeddings (lecture 004), each for a
// sentence and for the same words shuffled by a permutation matrix P. Nodes: x, wq, wk, wv, p,
// shuffled.x; then in the scopes none, encoding and embedding: [positions, embedded, shuffled,]
// before.q … before.output, after.q … after.output, reordered = P O(X), and
// difference = O(P X) − P O(X). embedding.table holds a row for each place up to `trained`.
namespace glassformer {

namespace {

struct Sentence {
  Embedded x;
  Var moved;  // P X
  Var p;
  Axis places;
  HeadVars weights;
};

AttentionSite attend_to(Run& run, const Sentence& s, Var rows, const Axis& tokens,
                        const std::string& scope, const std::string& way) {
  AttentionSpec spec;
  spec.axes = {as("query", tokens), as("key", tokens), scope == "after" ? "'" : ""};
  spec.site = way + " " + scope;
  const Tape::Scope within(run.tape, scope);
  return attention_head(run.tape, rows, rows, s.weights, spec);
}

// The same computation for X and for P X; `positions` [n, d] is added to both, or empty.
PermutationAndPositionsRecord::Way compare(Run& run, const Sentence& s, const std::string& way,
                                           Var positions) {
  Tape& tape = run.tape;
  Var before = s.x.rows, after = s.moved;
  if (positions) {
    before = add_positions(tape, before, positions, s.x.tokens, "X + \\mathrm{Pos}");
    after = tape.name(add(tape, s.moved, positions), {"shuffled", "X' + \\mathrm{Pos}", Role::input,
                                                      s.places, numbered("d_model")});
  }
  const AttentionSite first = attend_to(run, s, before, s.x.tokens, "before", way);
  const AttentionSite second = attend_to(run, s, after, s.places, "after", way);
  run.sites.push_back(first);
  run.sites.push_back(second);
  const Axis queries = as("query", s.places), width = numbered("d_v");
  const Var reordered = tape.name(matmul(tape, s.p, first.context),
                                  {"reordered", "PO", Role::output, queries, width});
  const Var difference = tape.name(subtract(tape, second.context, reordered),
                                   {"difference", "O' - PO", Role::plain, queries, width});
  if (!run.output) run.output = first.context;
  return {{},        positions, first.weights, first.context, second.weights, second.context,
          reordered, difference};
}

Run run_permutation_and_positions(const Inputs& inputs) {
  Run run;
  run.tape = Tape(inputs.edits);
  Tape& tape = run.tape;
  Material material(inputs);
  Sentence s;
  s.x = embed(inputs, material, run, 0, "x", "X", {"wq", "wk", "wv"});
  check_memory(inputs, 40.0 * s.x.count * s.x.count, fmt::format("{} tokens", s.x.count));
  const std::vector<int> order = take_order(inputs, run, s.x.count);
  s.places = shuffled_tokens(run, order);
  s.weights = head_weights(tape, take_head(material, "", s.x, s.x, s.x.width), {});
  s.p = name_permutation(tape, order, s.places, s.x.tokens);
  s.moved = tape.name(matmul(tape, s.p, s.x.rows),
                      {"shuffled.x", "X'", Role::input, s.places, numbered("d_model")});
  PermutationAndPositionsRecord record;
  {
    const Tape::Scope scope(tape, "none");
    record.none = compare(run, s, "none", {});
  }
  {
    const Tape::Scope scope(tape, "encoding");
    record.encoding = compare(run, s, "encoding", name_positions(tape, s.x));
  }
  const int trained = static_cast<int>(number(inputs, "trained"));
  const LeafPtr table = material.take("embedding.table", {0, trained}, {s.x.width, s.x.width}, 0.5,
                                      fmt::format("x has {} columns", s.x.width));
  {
    const Tape::Scope scope(tape, "embedding");
    const int rows = table->value.rows();
    const Var all = tape.name(tape.input(table), {"table", "\\mathrm{Pos}", Role::position,
                                                  numbered("position"), numbered("d_model"),
                                                  all_cells("A table has a row for each position; "
                                                            "training would move its "
                                                            "numbers.")});
    if (s.x.count <= rows) {
      std::vector<int> places(static_cast<std::size_t>(s.x.count));
      std::iota(places.begin(), places.end(), 0);
      const Var positions =
          tape.name(gather(tape, all, places), {"positions", "\\mathrm{Pos}", Role::position,
                                                as("position", s.x.tokens), numbered("d_model")});
      record.embedding = compare(run, s, "embedding", positions);
    } else {
      run.notes.push_back(fmt::format(
          "the table of position embeddings has {} rows, so word {} has none to look up; the "
          "encoding is a function and goes on",
          rows, rows + 1));
    }
    record.embedding.table = all;
  }
  run.records.add(record);
  material.tell(run);
  return run;
}

const Scene scene{
    .name = "permutation-and-positions",
    .what =
        "Self-attention on a sentence and on the same words shuffled: without positions, with "
        "position encodings, and with position embeddings from a table.",
    .subject = Subject::attention,
    .options = {width_option(4),
                integer_option("trained", "\\text{table rows}",
                               "How many positions the table of embeddings knows: the "
                               "longest sentence in training.",
                               6.0, 1, 512),
                seed_option()},
    .givens = {"x", "wq", "wk", "wv", "embedding.table"},
    .sentences = 1,
    .takes_order = true,
    .run = run_permutation_and_positions};
const RegisterScene registered{scene};

}  // namespace

}  // namespace glassformer
