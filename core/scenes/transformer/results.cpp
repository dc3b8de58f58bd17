#include <fmt/format.h>

#include "core/nn/axes.h"
#include "core/scenes/records/results.h"
#include "core/scenes/sheet.h"
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

const std::vector<std::string> kConvolutions{
    "LSTM + attention (words)", "ByteNet (characters)",    "GNMT (words, 80K)",
    "GNMT (word pieces)",       "ConvS2S (BPE, 40K)",      "GNMT (words, 80K)",
    "GNMT (word pieces)",       "GNMT (word pieces) + RL", "ConvS2S (BPE, 40K)"};
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

Part column(Part table, int col, const char* name, const char* symbol) {
  const Axis all = table.cols();
  return slice_cols(table, col, 1)
      .as(name, symbol, {.cols = labelled("", {all.labels[static_cast<std::size_t>(col)]})});
}

ResultsRecord::Table record_table(Sheet& sheet, Run& run, std::string_view scope,
                                  const LeafPtr& leaf, const std::vector<std::string>& models) {
  const Tape::Scope within(sheet.tape(), scope);
  const Part table = sheet.put(leaf, {"table", "T", Role::plain, labelled("model", models),
                                      labelled("", {"BLEU", "training FLOPs"})});
  column(table, 0, "bleu", "\\mathrm{BLEU}");
  const Part cost = column(table, 1, "cost", "C");
  // The base model stands last but one.
  const Part base =
      slice_rows(cost, static_cast<int>(models.size()) - 2, 1)
          .as("base", "C_{\\mathrm{base}}", {.rows = labelled("", {"base"}), .cols = numbered("")});
  const Part per_base = reciprocal(base).as("per_base", "\\frac{1}{C_{\\mathrm{base}}}");
  const Part times =
      (cost * per_base)
          .as("times", "\\frac{C}{C_{\\mathrm{base}}}", {.cols = labelled("", {"× base"})});
  if (!run.output) run.output = times;
  ResultsRecord::Table made{table, times, {}};
  // The Transformers stand last; "ens." is an ensemble.
  for (std::size_t i = 0; i < models.size(); ++i) {
    made.systems.push_back({i + 2 >= models.size(), models[i].ends_with("ens.")});
  }
  return made;
}

ResultsRecord::Training record_training(Sheet& sheet, const LeafPtr& leaf) {
  const Tape::Scope within(sheet.tape(), "training");
  const auto in = [](std::string unit) { return Said{.cols = labelled("", {std::move(unit)})}; };
  const Part given = sheet.put(leaf, {"given", "T", Role::plain, labelled("model", {"base", "big"}),
                                      labelled("", {"GPUs", "hours", "TFLOP/s"})});
  const Part gpus = column(given, 0, "gpus", "g"), hours = column(given, 1, "hours", "h"),
             rate = column(given, 2, "rate", "r");
  const Part gpu_hours = multiply(gpus, hours).as("gpu_hours", "g h", in("GPU hours"));
  const Part seconds = (3600 * gpu_hours).as("gpu_seconds", "3600 g h", in("GPU seconds"));
  const Part per_second = (1e12 * rate).as("per_second", "10^{12} r", in("FLOP/s"));
  return {given, multiply(seconds, per_second).as("flops", "C", in("FLOPs"))};
}

ResultsRecord::SideBySide record_side_by_side(Sheet& sheet, const LeafPtr& leaf) {
  const Tape::Scope within(sheet.tape(), ResultsRecord::SideBySide::scope);
  const auto of = [](std::string what) { return Said{.cols = labelled("", {std::move(what)})}; };
  const Part table = sheet.put(leaf, {"table", "S", Role::plain, labelled("pair", kPairs),
                                      labelled("", {"PBMT", "GNMT", "Human"})});
  const Part pbmt = column(table, 0, "pbmt", "\\mathrm{PBMT}"),
             gnmt = column(table, 1, "gnmt", "\\mathrm{GNMT}"),
             human = column(table, 2, "human", "\\mathrm{Human}");
  const Part gain = (gnmt - pbmt).as("gain", "\\mathrm{GNMT} - \\mathrm{PBMT}", of("gain"));
  const Part room = (human - pbmt).as("room", "\\mathrm{Human} - \\mathrm{PBMT}", of("room"));
  (human - gnmt).as("short", "\\mathrm{Human} - \\mathrm{GNMT}", of("short of Human"));
  const Part share =
      (gain / room).as("share", "\\frac{\\mathrm{gain}}{\\mathrm{room}}", of("share"));
  return {
      table,
      (100 * share).as("relative", "100 \\cdot \\frac{\\mathrm{gain}}{\\mathrm{room}}", of("%"))};
}

ResultsRecord::Convolutions record_convolutions(Sheet& sheet, const LeafPtr& leaf, Part french) {
  const Tape::Scope within(sheet.tape(), ResultsRecord::Convolutions::scope);
  const int rows = static_cast<int>(kConvolutions.size());
  const Said last{.rows = labelled("system", {kConvolutions.back()}),
                  .cols = labelled("", {"BLEU"})};
  const Part table =
      sheet.put(leaf, {"table", "B", Role::plain, labelled("system", kConvolutions), *last.cols});
  const Part here = slice_rows(table, rows - 1, 1).as("here", "B_{9}", last);
  const Part other = slice_cols(slice_rows(french, kConvInFrench, 1), 0, 1).as("other", "B'", last);
  return {table, other, (here - other).as("difference", "B_{9} - B'")};
}

Run run_results(const Inputs& inputs) {
  Run run;
  Sheet sheet(inputs, run);
  ResultsRecord record;
  record.german =
      record_table(sheet, run, ResultsRecord::german_scope,
                   take(inputs, "de.table", static_cast<int>(kGerman.size()), 2), kGerman);
  record.french =
      record_table(sheet, run, ResultsRecord::french_scope,
                   take(inputs, "fr.table", static_cast<int>(kFrench.size()), 2), kFrench);
  record.training = record_training(sheet, take(inputs, "training.given", 2, 3));
  record.side_by_side =
      record_side_by_side(sheet, take(inputs, "gnmt.table", static_cast<int>(kPairs.size()), 3));
  if (inputs.given.contains("conv.table")) {
    record.convolutions = record_convolutions(
        sheet, take(inputs, "conv.table", static_cast<int>(kConvolutions.size()), 1),
        sheet.at(record.french.table));
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
