#include <algorithm>
#include <string>

#include "core/grad/ops.h"
#include "core/scenes/records/printed_bias.h"
#include "core/scenes/vectors/bias_parts.h"
#include "core/scenes/vectors/map_parts.h"

namespace glassformer {

namespace {

// Words of several are one, with underscores, as in the vectors of Google News.
int id_of(const WordVectors& vectors, std::string word) {
  std::ranges::replace(word, ' ', '_');
  return vectors.words.find(word);
}

// 1 where the value has the sign that the print gives it, and the share of these; in the scope.
void record_agreement(Tape& tape, const std::vector<double>& sign, BiasRecord::Printed& printed) {
  const Mat& value = tape.value(printed.value);
  Mat agrees(1, value.cols());
  for (int j = 0; j < value.cols(); ++j) {
    const double as_printed = sign[static_cast<std::size_t>(j)] * static_cast<double>(value(0, j));
    agrees(0, j) = as_printed > 0 ? 1 : 0;
  }
  const Label label = tape.node(printed.value).label;
  printed.agrees = tape.name(tape.input(std::move(agrees)),
                             {"agrees", "f", Role::mask, label.rows, label.cols,
                              all_cells("1 where it lies on the side that is printed.")});
  printed.share = tape.name(
      mean_cols(tape, printed.agrees),
      {"share", "\\frac{1}{n} \\sum_{j} f_{j}", Role::probability, label.rows, numbered("")});
}

}  // namespace

void record_printed(Tape& tape, const BiasSetup& setup, BiasRecord& record) {
  const WordVectors& vectors = *setup.vectors;
  const Tape::Scope scope(tape, "printed");
  std::vector<int> words, first, second;
  std::vector<double> sign;
  const auto take_words = [&](const auto& list, double of) {
    for (const char* word : list) {
      if (const int id = vectors.words.find(word); id >= 0) {
        words.push_back(id);
        sign.push_back(of);
      }
    }
  };
  take_words(printed_bias::she, 1);
  take_words(printed_bias::he, -1);
  Axis axis{"pair", {}, -1};
  const auto take_pairs = [&](const auto& list) {
    for (const printed_bias::Pair& pair : list) {
      const int she = id_of(vectors, pair.she), he = id_of(vectors, pair.he);
      if (she < 0 || he < 0) continue;
      first.push_back(she);
      second.push_back(he);
      axis.labels.push_back(pair.name());
    }
  };
  take_pairs(printed_bias::stereotypes);
  take_pairs(printed_bias::appropriate);
  if (!first.empty()) {
    record.printed_pairs.value = record_scores(tape, setup, first, second, axis, "pairs");
    const Tape::Scope inner(tape, "pairs");
    record_agreement(tape, std::vector<double>(first.size(), 1), record.printed_pairs);
  }
  if (words.empty()) return;
  const Tape::Scope inner(tape, "words");
  Var unit;
  record.printed_words.value = record_projection(tape, setup, words, unit);
  record_agreement(tape, sign, record.printed_words);
}

}  // namespace glassformer
