#include <fmt/format.h>

#include "core/nn/axes.h"
#include "core/scenes/records/history.h"
#include "core/scenes/sheet.h"
#include "core/tensor/error.h"

// What the lectures cite on the way to the Transformer, by year, and table 1 of Bahdanau et al.
// 2015, all of it published elsewhere and nothing measured here. Nodes: years; passed, the years
// since the work before; bleu; without and with, the rows of the table without and with attention,
// for training on sentences of up to 30 and 50 words, and gain, what attention adds.
namespace glassformer {

namespace {

using Kind = HistoryRecord::Kind;

struct Work {
  const char* name;
  Kind kind;
};
const std::vector<Work> kWorks{{"Harris: meaning by neighbours", Kind::words},
                               {"Firth: a word's company", Kind::words},
                               {"Bengio: a network predicts words", Kind::words},
                               {"Mikolov: word2vec", Kind::words},
                               {"Kalchbrenner: sentence to vector", Kind::recurrent},
                               {"Pennington: GloVe", Kind::words},
                               {"Cho: encoder and decoder, the GRU", Kind::recurrent},
                               {"Sutskever: sequence to sequence", Kind::recurrent},
                               {"Bahdanau: alignment is learned", Kind::attention},
                               {"Luong: dot, general, local", Kind::attention},
                               {"Wu: Google's GNMT", Kind::attention},
                               {"Gehring: ConvS2S", Kind::attention},
                               {"Vaswani: the Transformer", Kind::attention},
                               {"Peters: ELMo", Kind::words},
                               {"Radford: GPT", Kind::attention},
                               {"Devlin: BERT", Kind::attention},
                               {"Lee: Set Transformer", Kind::attention}};
const std::vector<std::string> kSystems{"RNNencdec-30", "RNNencdec-50",  "RNNsearch-30",
                                        "RNNsearch-50", "RNNsearch-50*", "Moses"};

LeafPtr take(const Inputs& inputs, const char* name, Shape wanted) {
  const auto found = inputs.given.find(name);
  if (found == inputs.given.end() || found->second->value.shape() != wanted) {
    throw UserError(
        fmt::format("history: the lesson must give \"{}\", a matrix of {}: these are "
                    "published numbers, and nothing of it is computed",
                    name, to_string(wanted)));
  }
  return found->second;
}

Run run_history(const Inputs& inputs) {
  Run run;
  Sheet sheet(inputs, run);
  const int works = static_cast<int>(kWorks.size()), systems = static_cast<int>(kSystems.size());
  Axis rows{"work", {}, -1}, later{"work", {}, -1};
  HistoryRecord record;
  for (const Work& work : kWorks) {
    if (!rows.labels.empty()) later.labels.push_back(work.name);
    rows.labels.push_back(work.name);
    record.kinds.push_back(work.kind);
  }
  const Part years = sheet.put(take(inputs, "years", {works, 1}),
                               {"years", "y", Role::plain, rows, Axis{"", {"year"}, -1}});
  const Part before = slice_rows(years, 0, works - 1), next = slice_rows(years, 1, works - 1);
  (next - before).as("passed", "\\Delta y", {.rows = later, .cols = Axis{"", {"years since"}, -1}});

  const Axis lengths{"trained on", {"up to 30 words", "up to 50 words"}, -1};
  const Part bleu = sheet.put(take(inputs, "bleu", {systems, 2}),
                              {"bleu", "B", Role::plain, Axis{"system", kSystems, -1},
                               Axis{"BLEU", {"all sentences", "no unknown words"}, -1}});
  const Part without =
      slice_rows(bleu, 0, 2).as("without", "B_{\\mathrm{encdec}}", {.rows = lengths});
  const Part with = slice_rows(bleu, 2, 2).as("with", "B_{\\mathrm{search}}", {.rows = lengths});
  record.years = years;
  record.bleu = bleu;
  record.attending = 2;
  record.gain = (with - without).as("gain", "B_{\\mathrm{search}} - B_{\\mathrm{encdec}}");
  run.output = record.gain;
  run.records.add(std::move(record));
  return run;
}

const RegisterScene registered{
    {.name = "history",
     .what = "What the lectures cite, year by year, and the published scores of the "
             "first translators that attend.",
     .subject = Subject::attention,
     .givens = {"years", "bleu"},
     .run = run_history}};

}  // namespace

}  // namespace glassformer
