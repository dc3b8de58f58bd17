#include "core/scenes/vectors/map_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/embed/search/neighbours.h"
#include "core/embed/search/spelling.h"
#include "core/project/affinities.h"
#include "core/text/number_format.h"

namespace glassformer {

std::vector<int> find_all(const WordVectors& vectors, const std::vector<std::string>& words,
                          std::string_view what, std::vector<std::string>& missing) {
  std::vector<int> ids;
  for (const std::string& word : words) {
    const int id = vectors.words.find(spelling_of(vectors, word));
    if (id < 0) {
      missing.push_back(fmt::format("{}: “{}” is not among the {} words", what, word,
                                    format_count(static_cast<double>(vectors.words.size()))));
      return {};
    }
    ids.push_back(id);
  }
  return ids;
}

Part record_rows(const MapSetup& setup, const std::vector<int>& ids, const char* name,
                 const char* symbol) {
  const WordVectors& vectors = *setup.ground->vectors;
  return as_on_map(setup, constant(setup.words.tape(), rows_of(vectors, ids)))
      .as(name, symbol, {Role::input, Axis{"word", names_of(vectors, ids), -1}, setup.dims});
}

Mat rows_of(const WordVectors& vectors, const std::vector<int>& ids) {
  Mat rows(static_cast<int>(ids.size()), static_cast<int>(vectors.dim()));
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const auto from = vectors.vectors[static_cast<std::size_t>(ids[i])];
    std::copy(from.begin(), from.end(), rows.row(static_cast<int>(i)).begin());
  }
  return rows;
}

Part units_of(Tape& tape, const WordVectors& vectors, const std::vector<int>& ids) {
  return unit_rows(constant(tape, rows_of(vectors, ids)));
}

Origin of_vectors(const WordVectors& vectors) {
  return all_cells("A number of the word's vector: " +
                   (vectors.origin.empty() ? "as it was learned" : vectors.origin) + ".");
}

std::vector<std::string> names_of(const WordVectors& vectors, const std::vector<int>& ids) {
  std::vector<std::string> names;
  for (const int id : ids) names.emplace_back(vectors.words[static_cast<std::size_t>(id)]);
  return names;
}

Part as_on_map(const MapSetup& setup, Part rows) {
  return setup.unit ? unit_rows(rows) : rows;
}

Part name_map(const MapSetup& setup, std::string_view which, std::span<const float> origin,
              const Mat& axes, Axis columns) {
  constexpr std::size_t max_named = 5000;  // so many names cost less than the rest of a run
  Axis words = numbered("word");
  for (std::size_t w = 0; w < setup.ground->rows.count() && setup.ground->rows.count() <= max_named;
       ++w) {
    words.labels.push_back(std::string(setup.ground->vectors->words[w]));
  }
  return put(setup.words.tape(), map_on(setup.ground, which, origin, axes),
             {"map", "M", Role::output, std::move(words), std::move(columns),
              all_cells("The word's vector less the origin of the map, times this axis. For "
                        "the chosen word and its neighbours the coordinates show each "
                        "product.")});
}

WordMapRecord::Pca record_pca(const Inputs& inputs, const MapSetup& setup, Run& run) {
  Tape& tape = run.tape;
  const Tape::Scope scope(tape, WordMapRecord::Pca::scope);
  const Pca& pca = setup.ground->pca;
  const auto dim = static_cast<int>(pca.variances.size());
  Mat variances(1, dim), mean(1, dim);
  for (int d = 0; d < dim; ++d) {
    variances(0, d) = static_cast<Real>(pca.variances[static_cast<std::size_t>(d)]);
    mean(0, d) = pca.mean[static_cast<std::size_t>(d)];
  }
  std::vector<std::string> labels;
  for (int d = 1; d <= dim; ++d) labels.push_back(fmt::format("component {}", d));
  const Axis components{"component", labels, -1}, none = numbered("");
  const Part spread = put(tape, std::move(variances),
                          {"variances", "\\lambda", Role::plain, none, components,
                           all_cells("An eigenvalue of the covariance of all words' vectors: "
                                     "how much they vary along this component.")});
  const Part explained =
      share(spread).as("explained", "\\frac{\\lambda_{i}}{\\sum_{j} \\lambda_{j}}");
  const int count = std::min(dim, number(inputs, "solid") != 0 ? 3 : 2);
  Mat axes(count, dim);
  Axis chosen{"component", {}, -1};
  for (int k = 0; k < count; ++k) {
    constexpr std::array<const char*, 3> names{"map_x", "map_y", "map_z"};
    const int which =
        std::min(dim, static_cast<int>(number(inputs, names[static_cast<std::size_t>(k)])));
    std::copy_n(pca.axes.row(which - 1).begin(), dim, axes.row(k).begin());
    chosen.labels.push_back(labels[static_cast<std::size_t>(which) - 1]);
  }
  const Part middle = put(tape, std::move(mean),
                          {"mean", "\\bar{v}", Role::plain, none, setup.dims,
                           all_cells(fmt::format("The mean of this dimension over all {} words.",
                                                 setup.ground->mapped))});
  const Part directions = put(tape, axes,
                              {"axes", "U", Role::key_weight, chosen, setup.dims,
                               all_cells("An eigenvector of the covariance of all words' "
                                         "vectors, of length 1.")});
  const Part centred =
      add_row(setup.words, -1 * middle).as("centred", "v - \\bar{v}", {Role::input, setup.axis});
  const Part near = (centred * transposed(directions))
                        .as("coordinates", "(v - \\bar{v}) U^{\\top}", Role::output);
  run.output = name_map(setup, "pca", pca.mean, axes, chosen);
  return {run.output, explained, directions, centred, near};
}

// Whom t-SNE takes for the word's neighbours, and how much of its attention each gets: p_{j|i}.
WordMapRecord::Tsne record_similarities(const Inputs& inputs, const MapSetup& setup) {
  const Rows& rows = setup.ground->rows;
  if (static_cast<std::size_t>(setup.id) >= rows.count()) return {};  // it is not on the map
  Tape& tape = setup.words.tape();
  const Tape::Scope scope(tape, WordMapRecord::Tsne::scope);
  const double perplexity = number(inputs, "map_perplexity");
  const auto near = neighbours(rows, rows[static_cast<std::size_t>(setup.id)],
                               static_cast<std::size_t>(std::lround(3 * perplexity)),
                               Nearness::euclid, std::vector<int>{setup.id});
  if (near.empty()) return {};
  std::vector<int> ids;
  std::vector<float> squared, shares(near.size());
  for (const Scored& one : near) {
    ids.push_back(one.id);
    squared.push_back(static_cast<float>(one.score * one.score));
  }
  const double precision = neighbour_shares(squared, perplexity, shares);
  const WordVectors& vectors = *setup.ground->vectors;
  const Axis self{"word", {setup.axis.labels.front()}, -1};
  const Axis others{"neighbour", names_of(vectors, ids), -1};
  const Part word = as_on_map(setup, constant(tape, rows_of(vectors, {setup.id})));
  const Part rest = as_on_map(setup, constant(tape, rows_of(vectors, ids)));
  const Part gap =
      distance(word, rest).as("distance", "\\| x_{i} - x_{j} \\|", {Role::plain, self, others});
  const Part squares = multiply(gap, gap).as("squared", "\\| x_{i} - x_{j} \\|^{2}");
  const Part scores =
      (-precision * squares)
          .as("scores", "-\\frac{\\| x_{i} - x_{j} \\|^{2}}{2 \\sigma_{i}^{2}}", Role::score);
  return {squares, softmax(scores).as("p", "p_{j|i}", Role::share)};
}

}  // namespace glassformer
