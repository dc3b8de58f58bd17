#include <fmt/format.h>

#include <algorithm>

#include "core/project/finite_rows.h"
#include "core/scenes/options.h"
#include "core/scenes/vectors/map_parts.h"
#include "core/text/word_list.h"

namespace glassformer {

namespace {

// The principal components of a few words, which the tape has as rows.
struct OwnPlane {
  Part mean, axes;   // [1, dim] and [2, dim]
  Part coordinates;  // [n, 2]
  Axis components;
};

OwnPlane record_plane_of(const MapSetup& setup, Part rows, const Axis& words) {
  const Mat& cells = rows.value();
  RowsBuilder copied(static_cast<std::size_t>(cells.rows()), setup.ground->rows.dim());
  for (int r = 0; r < cells.rows(); ++r) {
    std::copy(cells.row(r).begin(), cells.row(r).end(),
              copied[static_cast<std::size_t>(r)].begin());
  }
  OwnPlane plane;
  plane.components = {"component", {"component 1", "component 2"}, -1};
  plane.mean = mean_rows(rows).as("mean", "\\bar{v}", Role::plain);
  plane.axes = put(rows.tape(), principal_components(copied.finish(), 2).axes,
                   {"axes", "U", Role::key_weight, plane.components, setup.dims,
                    all_cells("An eigenvector of the covariance of these words' vectors, of "
                              "length 1.")});
  const Part centred =
      add_row(rows, -1 * plane.mean).as("centred", "v - \\bar{v}", {Role::input, words});
  plane.coordinates = (centred * transposed(plane.axes))
                          .as("coordinates", "(v - \\bar{v}) U^{\\top}", Role::output);
  return plane;
}

bool all_finite(const Mat& cells) {
  for (int r = 0; r < cells.rows(); ++r) {
    if (!is_finite(cells.row(r))) return false;
  }
  return true;
}

}  // namespace

WordMapRecord::Alone record_alone(const Inputs& inputs, const MapSetup& setup) {
  if (number(inputs, "map_alone") == 0 || !all_finite(setup.words.value())) return {};
  const Tape::Scope scope(setup.words.tape(), WordMapRecord::Alone::scope);
  return {record_plane_of(setup, setup.words, setup.axis).coordinates};
}

WordMapRecord::Odd record_odd(const Inputs& inputs, const MapSetup& setup) {
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
  const Tape::Scope scope(setup.words.tape(), WordMapRecord::Odd::scope);
  Part rows;
  if (odd.missing.empty()) {
    rows = record_rows(setup, odd.words, "words", "V");
    if (!all_finite(rows.value())) {
      odd.missing.emplace_back(
          "the odd one out: a vector of these words has a number that is infinite or none");
    }
  }
  if (!odd.missing.empty()) return odd;  // its panel says so
  const auto n = static_cast<int>(odd.words.size());
  const Part unit = unit_rows(rows).as("unit", "u", Role::key);
  const Part cosine = (unit * transposed(unit)).as("cosine", "\\cos(v_{i}, v_{j})");
  Mat own(n, n);
  for (int i = 0; i < n; ++i) own(i, i) = 1;
  const Part others = (cosine - constant(rows.tape(), std::move(own)))
                          .as("others", "\\cos(v_{i}, v_{j}), i \\ne j", Role::plain);
  const Part similarity =
      (1.0 / (n - 1) * sum_rows(others))
          .as("similarity", "\\frac{1}{n - 1} \\sum_{i \\ne j} \\cos(v_{i}, v_{j})", Role::score);
  odd.cosine = cosine;
  odd.similarity = similarity;
  const auto means = similarity.value().row(0);
  odd.least =
      static_cast<std::size_t>(std::min_element(means.begin(), means.end()) - means.begin());
  const OwnPlane plane = record_plane_of(setup, rows, rows.rows());
  odd.map = name_map(setup, "odd", plane.mean.value().row(0), plane.axes.value(), plane.components);
  return odd;
}

}  // namespace glassformer
