#include <fmt/format.h>

#include "core/grad/ops.h"
#include "core/nn/axes.h"
#include "core/scenes/material.h"
#include "core/scenes/records/results.h"
#include "core/scenes/scene.h"
#include "core/tensor/error.h"

// The tables of results in lectures 000 and 002, and what follows from them. de.table and fr.table:
// BLEU and training cost of each model; de.cost and fr.cost, and times, the cost in units of the
// Transformer's base model. training.*: GPUs × hours × 3600 × TFLOP/s of the two Transformers.
// gnmt.*: the part of the way from PBMT to human translation that GNMT goes. conv.*, where it is
// given: convolutional against recurrent translation, and a system that another table gives another
// number.
namespace glassformer {

namespace {

const std::vector<std::string> kGerman{"GNMT + RL",      "ConvS2S",      "MoE",
                                       "GNMT + RL ens.", "ConvS2S ens.", "Transformer base",
                                       "Transformer big"};
const std::vector<std::string> kFrench{
    "Deep-Att + PosUnk", "GNMT + RL",      "ConvS2S",      "MoE",
    "Deep-Att ens.",     "GNMT + RL ens.", "ConvS2S ens.", "Transformer base",
    "Transformer big"};
const std::vector<std::string> kPairs{"English → Spanish", "English → French", "English → Chinese",
                                      "Spanish → English", "French → English", "Chinese → English"};

const std::vector<std::string> kConvolutions{"LSTM with attention (words, 50K)",
                                             "ByteNet (characters)",
                                             "GNMT (words, 80K)",
                                             "GNMT (word pieces)",
                                             "ConvS2S (BPE, 40K)",
                                             "GNMT (words, 80K)",
                                             "GNMT (word pieces)",
                                             "GNMT (word pieces) + RL",
                                             "ConvS2S (BPE, 40K)"};
constexpr int kConvInFrench = 2;  // the row of ConvS2S in the French table of costs

Axis labelled(std::string name, std::vector<std::string> labels) {
  return {std::move(name), std::move(labels), -1};
}

LeafPtr take(const Inputs& inputs, const char* name, int rows, int cols) {
  const auto found = inputs.given.find(name);
  if (found == inputs.given.end()) {
    throw UserError(fmt::format(
        "results: the lesson must give \"{}\", a matrix of {}; nothing of it is computed", name,
        to_string(Shape{rows, cols})));
  }
  const Shape shape = found->second->value.shape();
  if (shape != Shape{rows, cols}) {
    throw UserError(fmt::format("results: \"{}\" is {}, and must be {}", name, to_string(shape),
                                to_string(Shape{rows, cols})));
  }
  return found->second;
}

Var column(Tape& tape, Var table, int col, const char* name, const char* symbol) {
  const Node& node = tape.node(table);
  Axis cols = numbered("");
  cols.labels = {node.label.cols.labels[static_cast<std::size_t>(col)]};
  const Axis rows = node.label.rows;
  return tape.name(slice_cols(tape, table, col, 1), {name, symbol, Role::plain, rows, cols});
}

ResultsRecord::Table record_table(Run& run, std::string_view scope, const LeafPtr& leaf,
                                  const std::vector<std::string>& models) {
  Tape& tape = run.tape;
  const Tape::Scope within(tape, scope);
  const Axis rows = labelled("model", models);
  const Var table = tape.name(tape.input(leaf), {"table", "T", Role::plain, rows,
                                                 labelled("", {"BLEU", "training FLOPs"})});
  column(tape, table, 0, "bleu", "\\mathrm{BLEU}");
  const Var cost = column(tape, table, 1, "cost", "C");
  // The base model stands last but one.
  const Axis one = labelled("", {"base"});
  const Var base = tape.name(slice_rows(tape, cost, static_cast<int>(models.size()) - 2, 1),
                             {"base", "C_{\\mathrm{base}}", Role::plain, one, numbered("")});
  const Var per_base =
      tape.name(reciprocal(tape, base),
                {"per_base", "\\frac{1}{C_{\\mathrm{base}}}", Role::plain, one, numbered("")});
  const Var times = tape.name(
      matmul(tape, cost, per_base),
      {"times", "\\frac{C}{C_{\\mathrm{base}}}", Role::plain, rows, labelled("", {"× base"})});
  if (!run.output) run.output = times;
  ResultsRecord::Table made{table, times, {}};
  // The Transformers stand last; "ens." is an ensemble.
  for (std::size_t i = 0; i < models.size(); ++i) {
    made.systems.push_back({i + 2 >= models.size(), models[i].ends_with("ens.")});
  }
  return made;
}

ResultsRecord::Training record_training(Run& run, const LeafPtr& leaf) {
  Tape& tape = run.tape;
  const Tape::Scope within(tape, "training");
  const Axis rows = labelled("model", {"base", "big"});
  const Var given = tape.name(tape.input(leaf), {"given", "T", Role::plain, rows,
                                                 labelled("", {"GPUs", "hours", "TFLOP/s"})});
  const Var gpus = column(tape, given, 0, "gpus", "g"),
            hours = column(tape, given, 1, "hours", "h");
  const Var rate = column(tape, given, 2, "rate", "r");
  const Var gpu_hours = tape.name(multiply(tape, gpus, hours), {"gpu_hours", "g h", Role::plain,
                                                                rows, labelled("", {"GPU hours"})});
  const Var seconds =
      tape.name(scale(tape, gpu_hours, 3600),
                {"gpu_seconds", "3600 g h", Role::plain, rows, labelled("", {"GPU seconds"})});
  const Var per_second = tape.name(scale(tape, rate, 1e12), {"per_second", "10^{12} r", Role::plain,
                                                             rows, labelled("", {"FLOP/s"})});
  return {given, tape.name(multiply(tape, seconds, per_second),
                           {"flops", "C", Role::plain, rows, labelled("", {"FLOPs"})})};
}

ResultsRecord::SideBySide record_side_by_side(Run& run, const LeafPtr& leaf) {
  Tape& tape = run.tape;
  const Tape::Scope within(tape, ResultsRecord::SideBySide::scope);
  const Axis rows = labelled("pair", kPairs);
  const Var table = tape.name(
      tape.input(leaf), {"table", "S", Role::plain, rows, labelled("", {"PBMT", "GNMT", "Human"})});
  const Var pbmt = column(tape, table, 0, "pbmt", "\\mathrm{PBMT}"),
            gnmt = column(tape, table, 1, "gnmt", "\\mathrm{GNMT}"),
            human = column(tape, table, 2, "human", "\\mathrm{Human}");
  const Var gain = tape.name(
      subtract(tape, gnmt, pbmt),
      {"gain", "\\mathrm{GNMT} - \\mathrm{PBMT}", Role::plain, rows, labelled("", {"gain"})});
  const Var room = tape.name(
      subtract(tape, human, pbmt),
      {"room", "\\mathrm{Human} - \\mathrm{PBMT}", Role::plain, rows, labelled("", {"room"})});
  tape.name(subtract(tape, human, gnmt), {"short", "\\mathrm{Human} - \\mathrm{GNMT}", Role::plain,
                                          rows, labelled("", {"short of Human"})});
  const Var share = tape.name(multiply(tape, gain, reciprocal(tape, room)),
                              {"share", "\\frac{\\mathrm{gain}}{\\mathrm{room}}", Role::plain, rows,
                               labelled("", {"share"})});
  return {table, tape.name(scale(tape, share, 100),
                           {"relative", "100 \\cdot \\frac{\\mathrm{gain}}{\\mathrm{room}}",
                            Role::plain, rows, labelled("", {"%"})})};
}

ResultsRecord::Convolutions record_convolutions(Run& run, const LeafPtr& leaf, Var french) {
  Tape& tape = run.tape;
  const Tape::Scope within(tape, ResultsRecord::Convolutions::scope);
  const int rows = static_cast<int>(kConvolutions.size());
  const Axis one = labelled("system", {kConvolutions.back()}), bleu = labelled("", {"BLEU"});
  ResultsRecord::Convolutions made;
  made.table = tape.name(tape.input(leaf),
                         {"table", "B", Role::plain, labelled("system", kConvolutions), bleu});
  const Var here = tape.name(slice_rows(tape, made.table, rows - 1, 1),
                             {"here", "B_{9}", Role::plain, one, bleu});
  const Var row = slice_rows(tape, french, kConvInFrench, 1);
  made.other = tape.name(slice_cols(tape, row, 0, 1), {"other", "B'", Role::plain, one, bleu});
  made.difference = tape.name(subtract(tape, here, made.other),
                              {"difference", "B_{9} - B'", Role::plain, one, bleu});
  return made;
}

Run run_results(const Inputs& inputs) {
  Run run;
  run.tape = Tape(inputs.edits);
  ResultsRecord record;
  record.german =
      record_table(run, ResultsRecord::german_scope,
                   take(inputs, "de.table", static_cast<int>(kGerman.size()), 2), kGerman);
  record.french =
      record_table(run, ResultsRecord::french_scope,
                   take(inputs, "fr.table", static_cast<int>(kFrench.size()), 2), kFrench);
  record.training = record_training(run, take(inputs, "training.given", 2, 3));
  record.side_by_side =
      record_side_by_side(run, take(inputs, "gnmt.table", static_cast<int>(kPairs.size()), 3));
  if (inputs.given.contains("conv.table")) {
    record.convolutions = record_convolutions(
        run, take(inputs, "conv.table", static_cast<int>(kConvolutions.size()), 1),
        record.french.table);
  }
  run.records.add(std::move(record));
  return run;
}

const RegisterScene registered{
    {.name = "results",
     .what = "Results of translation systems: BLEU against training cost, where the cost "
             "comes from, and side-by-side scores.",
     .subject = Subject::transformer,
     .givens = {"de.table", "fr.table", "training.given", "gnmt.table", "conv.table"},
     .run = run_results}};

}  // namespace

}  // namespace glassformer
