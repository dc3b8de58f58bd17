#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/nn/axes.h"
#include "core/scenes/attention/shuffle.h"
#include "core/scenes/embedding.h"
#include "core/scenes/options.h"
#include "core/scenes/records/permutation.h"
#include "core/scenes/sheet.h"
#include "core/tensor/error.h"

// Self-attention does not know the order of its tokens (lecture 004): shuffle the rows of X by a
// permutation matrix P, and the outputs are shuffled alike, O(P X) = P O(X). Positions or a causal
// mask break that. Nodes: x, the weights, [embedding.table, positions, embedded,] q … output for X;
// p; shuffled.x … shuffled.output for P X; reordered = P O(X); difference = O(P X) − P O(X); pooled
// and shuffled.pooled, the means of the rows of both outputs, which no order changes. Where the
// sentence is longer than the table of embeddings, positions holds the rows that there are, and
// nothing comes after p. by_length, where it is given and wanted.
namespace glassformer {

namespace {

constexpr const char* kNone = "none";
constexpr const char* kEncoding = "encoding";
constexpr const char* kEmbedding = "embedding";

OptionSpec way_option() {
  return choice_option("positions", "\\text{positions}",
                       "What tells attention where a word stands: nothing, the sinusoidal encoding "
                       "of its position, or a row of a table of embeddings.",
                       kNone, {kNone, kEncoding, kEmbedding});
}

OptionSpec table_option() {
  return shown_while("positions", kEmbedding,
                     integer_option("trained", "\\text{table rows}",
                                    "How many positions the table of embeddings knows: the longest "
                                    "sentence in training.",
                                    6, 1, 512));
}

AttentionSpec spec_for(const Inputs& inputs, const Embedded& x) {
  AttentionSpec spec = read_attention_spec(inputs, {x.count, x.count});
  spec.axes = {as("query", x.tokens), as("key", x.tokens), ""};
  return spec;
}

// What is added to the words, as the option has it.
struct Positions {
  Var rows;                      // [tokens, d_model]; empty: nothing is added
  Var table;                     // [positions, d_model]: of embeddings
  const char* symbol = nullptr;  // of the rows
};

// One row of the table for each word, or for as many words as the table has rows.
Positions look_up(const Inputs& inputs, Sheet& sheet, Run& run, const Embedded& x) {
  const int trained = static_cast<int>(number(inputs, "trained"));
  const LeafPtr leaf = sheet.material().take("embedding.table", {0, trained}, {x.width, x.width},
                                             0.5, fmt::format("x has {} columns", x.width));
  const int rows = leaf->value.rows();
  const Part table = sheet.put(
      leaf, {"embedding.table", "W^{\\mathrm{pos}}", Role::position, numbered("position"),
             numbered("d_model"),
             all_cells("A table has a row for each position; training would move its numbers.")});
  std::vector<int> places(static_cast<std::size_t>(std::min(rows, x.count)));
  std::iota(places.begin(), places.end(), 0);
  Axis words = as("position", x.tokens);
  if (rows < x.count) {
    if (!x.tokens.labels.empty()) {
      words.labels =
          std::vector<std::string>(x.tokens.labels.begin(), x.tokens.labels.begin() + rows);
    }
    const std::string word = axis_label(x.tokens, rows);
    run.notes.push_back(fmt::format(
        "the table of position embeddings has {} rows, so “{}” at position {} has none to look up, "
        "and nothing can be computed; an encoding is a function and goes on",
        rows, word, rows + 1));
  }
  const Part found = gather(table, places).as("positions", "\\mathrm{Pos}", {.rows = words});
  return {found, table, "\\mathrm{Pos}"};
}

Positions name_way(const Inputs& inputs, Sheet& sheet, Run& run, const Embedded& x) {
  const std::string way = choice(inputs, "positions");
  if (way == kEmbedding) return look_up(inputs, sheet, run, x);
  if (way == kEncoding) return {name_positions(run.tape, x), {}, "\\mathrm{PE}"};
  return {};
}

Var with_positions(Tape& tape, Var rows, const Positions& positions, const Axis& tokens,
                   const std::string& symbol) {
  if (!positions.rows) return rows;
  return add_positions(tape, rows, positions.rows, tokens, symbol + " + " + positions.symbol);
}

// Where they are given and wanted: the sentences that trained translators get right, by length.
void name_lengths(const Inputs& inputs, Sheet& sheet) {
  const auto found = inputs.given.find("by_length");
  if (found == inputs.given.end() || number(inputs, "counted") == 0) return;
  const Axis networks{"network", {"Transformer", "Bahdanau", "Luong", "one vector"}, -1};
  const Axis lengths{"words", {"1–4", "5–8", "9–12", "13–16", "17–24", "25–40", "41–"}, -1};
  const Shape shape = found->second->value.shape();
  if (shape != Shape{4, 7}) {
    throw UserError(
        fmt::format("permutation: \"by_length\" is {}, and must be 4 × 7", to_string(shape)));
  }
  sheet.put(found->second,
            {"by_length", "\\mathrm{exact}", Role::probability, networks, lengths,
             all_cells("Counted with the shipped translators, on held-out sentences joined by "
                       "“and”: the share that comes out without a mistake.")});
}

Run run_permutation(const Inputs& inputs) {
  Run run;
  Sheet sheet(inputs, run);
  Tape& tape = run.tape;
  Material& material = sheet.material();
  const Embedded x = embed(inputs, material, run, 0, "x", "X", {"wq", "wk", "wv"});
  check_memory(inputs, 13.0 * x.count * x.count, fmt::format("{} tokens", x.count));
  const std::vector<int> order = take_order(inputs, run, x.count);
  const Axis places = shuffled_tokens(run, order);

  name_lengths(inputs, sheet);
  const Positions positions = name_way(inputs, sheet, run, x);
  PermutationRecord record;
  if (positions.table) {
    record.table = positions.table;
    record.without_row = std::max(0, x.count - tape.shape(positions.table).rows);
  }
  if (record.without_row > 0) {
    run.output = positions.rows;
    run.records.add(record);
    sheet.tell();
    return run;
  }
  const Var rows = with_positions(tape, x.rows, positions, x.tokens, "X");
  AttentionSpec spec = spec_for(inputs, x);
  const HeadVars weights = head_weights(tape, take_head(material, "", x, x, x.width), spec);
  run.sites.push_back(attention_head(tape, rows, rows, weights, spec));
  run.output = run.sites[0].context;

  const Part p = sheet.at(name_permutation(tape, order, places, x.tokens));
  AttentionSite site;
  {
    const Tape::Scope scope(tape, "shuffled");
    spec.site = "shuffled";
    spec.axes = {as("query", places), as("key", places), "'"};
    Var moved = (p * sheet.at(x.rows)).as("x", "X'", {.role = Role::input, .rows = places});
    moved = with_positions(tape, moved, positions, places, "X'");
    site = attention_head(tape, moved, moved, weights, spec);
  }
  run.sites.push_back(site);

  const Part output = sheet.at(run.output), shuffled = sheet.at(site.context);
  const Part reordered =
      (p * output).as("reordered", "PO", {.role = Role::output, .rows = as("query", places)});
  record.difference = (shuffled - reordered).as("difference", "O' - PO", Role::plain);
  run.records.add(record);
  mean_rows(output).as("pooled", "\\bar{o}");
  {
    const Tape::Scope scope(tape, "shuffled");
    mean_rows(shuffled).as("pooled", "\\bar{o}'");
  }
  sheet.tell();
  return run;
}

const RegisterScene registered{
    {.name = "permutation",
     .what =
         "Self-attention on a sentence and on the same sentence shuffled: without positions the "
         "outputs are shuffled alike; with an encoding or an embedding of the positions they are "
         "not.",
     .subject = Subject::attention,
     .options = join(
         {{way_option(), table_option(), width_option(8)},
          mask_options(),
          {scale_option(), d_k_option(), temperature_option(), seed_option(),
           shown_in_view(toggle_option(
               "counted", "\\text{counted}",
               "Shows how many sentences of each length trained translators get right.", false))}}),
     .givens = {"x", "wq", "wk", "wv", "embedding.table", "by_length"},
     .sentences = 1,
     .takes_order = true,
     .run = run_permutation}};

}  // namespace

}  // namespace glassformer
