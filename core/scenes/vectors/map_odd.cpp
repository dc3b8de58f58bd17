#include <fmt/format.h>

#include <algorithm>

#include "core/grad/ops.h"
#include "core/project/finite_rows.h"
#include "core/scenes/options.h"
#include "core/scenes/vectors/map_parts.h"
#include "core/text/word_list.h"

namespace glassformer {

namespace {

// The principal components of a few words, which the tape has as rows.
struct OwnPlane {
  Var mean, axes;   // [1, dim] and [2, dim]
  Var coordinates;  // [n, 2]
  Axis components;
};

OwnPlane record_plane_of(const MapSetup& setup, Run& run, Var rows, const Axis& words) {
  Tape& tape = run.tape;
  const Mat& cells = tape.value(rows);
  RowsBuilder copied(static_cast<std::size_t>(cells.rows()), setup.ground->rows.dim());
  for (int r = 0; r < cells.rows(); ++r) {
    std::copy(cells.row(r).begin(), cells.row(r).end(),
              copied[static_cast<std::size_t>(r)].begin());
  }
  OwnPlane plane;
  plane.components = {"component", {"component 1", "component 2"}, -1};
  plane.mean =
      tape.name(mean_rows(tape, rows), {"mean", "\\bar{v}", Role::plain, numbered(""), setup.dims});
  plane.axes = tape.name(tape.input(principal_components(copied.finish(), 2).axes),
                         {"axes", "U", Role::key_weight, plane.components, setup.dims,
                          all_cells("An eigenvector of the covariance of these words' vectors, of "
                                    "length 1.")});
  const Var centred = tape.name(add_row(tape, rows, scale(tape, plane.mean, -1)),
                                {"centred", "v - \\bar{v}", Role::input, words, setup.dims});
  plane.coordinates =
      tape.name(matmul_nt(tape, centred, plane.axes),
                {"coordinates", "(v - \\bar{v}) U^{\\top}", Role::output, words, plane.components});
  return plane;
}

bool all_finite(const Mat& cells) {
  for (int r = 0; r < cells.rows(); ++r) {
    if (!is_finite(cells.row(r))) return false;
  }
  return true;
}

}  // namespace

WordMapRecord::Alone record_alone(const Inputs& inputs, const MapSetup& setup, Run& run) {
  if (number(inputs, "map_alone") == 0 || !all_finite(run.tape.value(setup.words))) return {};
  const Tape::Scope scope(run.tape, WordMapRecord::Alone::scope);
  return {record_plane_of(setup, run, setup.words, setup.axis).coordinates};
}

WordMapRecord::Odd record_odd(const Inputs& inputs, const MapSetup& setup, Run& run) {
  WordMapRecord::Odd odd;
  const WordVectors& vectors = *setup.ground->vectors;
  const std::vector<std::string> written = listed_words(text(inputs, "map_odd"));
  for (const int id : find_all(vectors, written, "the odd one out", odd.missing)) {
    if (std::find(odd.words.begin(), odd.words.end(), id) == odd.words.end()) {
      odd.words.push_back(id);
    }
  }
  constexpr std::size_t min = 3, max = 8;
  if (odd.missing.empty() && (odd.words.size() < min || odd.words.size() > max)) {
    odd.missing.push_back(fmt::format(
        "the odd one out needs {} to {} different words: dog cat horse violin", min, max));
  }
  Tape& tape = run.tape;
  const Tape::Scope scope(tape, WordMapRecord::Odd::scope);
  Var rows;
  if (odd.missing.empty()) {
    rows = record_rows(run, setup, odd.words, "words", "V");
    if (!all_finite(tape.value(rows))) {
      odd.missing.emplace_back(
          "the odd one out: a vector of these words has a number that is infinite or none");
    }
  }
  if (!odd.missing.empty()) return odd;  // its panel says so
  const Axis names = tape.node(rows).label.rows;
  const auto n = static_cast<int>(odd.words.size());
  const Var unit = tape.name(unit_rows(tape, rows), {"unit", "u", Role::key, names, setup.dims});
  odd.cosine = tape.name(matmul_nt(tape, unit, unit),
                         {"cosine", "\\cos(v_{i}, v_{j})", Role::score, names, names});
  Mat own(n, n);
  for (int i = 0; i < n; ++i) own(i, i) = 1;
  const Var others =
      tape.name(subtract(tape, odd.cosine, tape.input(std::move(own))),
                {"others", "\\cos(v_{i}, v_{j}), i \\ne j", Role::plain, names, names});
  odd.similarity = tape.name(scale(tape, sum_rows(tape, others), 1.0 / (n - 1)),
                             {"similarity", "\\frac{1}{n - 1} \\sum_{i \\ne j} \\cos(v_{i}, v_{j})",
                              Role::score, numbered(""), names});
  const auto means = tape.value(odd.similarity).row(0);
  odd.least =
      static_cast<std::size_t>(std::min_element(means.begin(), means.end()) - means.begin());
  const OwnPlane plane = record_plane_of(setup, run, rows, names);
  odd.map = name_map(tape, setup, "odd", tape.value(plane.mean).row(0), tape.value(plane.axes),
                     plane.components);
  return odd;
}

}  // namespace glassformer
