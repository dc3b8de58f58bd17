#include <algorithm>
#include <string>

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
BiasRecord::Printed record_agreement(Part values, const std::vector<double>& sign) {
  const Mat& value = values.value();
  Mat agrees(1, value.cols());
  for (int j = 0; j < value.cols(); ++j) {
    const double as_printed = sign[static_cast<std::size_t>(j)] * static_cast<double>(value(0, j));
    agrees(0, j) = as_printed > 0 ? 1 : 0;
  }
  const Part named = put(values.tape(), std::move(agrees),
                         {"agrees", "f", Role::mask, values.rows(), values.cols(),
                          all_cells("1 where it lies on the side that is printed.")});
  return {values, named,
          mean_cols(named).as("share", "\\frac{1}{n} \\sum_{j} f_{j}", Role::probability)};
}

}  // namespace

void record_printed(const BiasSetup& setup, BiasRecord& record) {
  Tape& tape = setup.g.tape();
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
    const Part scores = record_scores(setup, first, second, axis, "pairs");
    const Tape::Scope inner(tape, "pairs");
    record.printed_pairs = record_agreement(scores, std::vector<double>(first.size(), 1));
  }
  if (words.empty()) return;
  const Tape::Scope inner(tape, "words");
  record.printed_words = record_agreement(record_projection(setup, words).along, sign);
}

}  // namespace glassformer
