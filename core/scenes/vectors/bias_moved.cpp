#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/embed/search/neighbours.h"
#include "core/embed/search/scan.h"
#include "core/scenes/vectors/bias_parts.h"
#include "core/scenes/vectors/map_parts.h"

namespace glassformer {

namespace {

constexpr std::size_t kNeighbours = 10;

// The neighbours once all words but the definitional ones are neutralised, w' among them. With v'
// = v − (v·g) g both dot(w', v') and |v'| follow from v's products with w' and g: no row is
// changed.
std::vector<int> nearest_neutral(const WordVectors& vectors, std::span<const float> g, int id) {
  const Rows& rows = vectors.vectors;
  const std::vector<int> kept = definitional_ids(vectors);
  const auto keeps = [&](int one) { return std::ranges::find(kept, one) != kept.end(); };
  std::vector<float> word = unit(rows[static_cast<std::size_t>(id)]);
  if (!keeps(id)) {
    const Rows neutral = neutral_rows(vectors, {id}, g);
    word.assign(neutral[0].begin(), neutral[0].end());
  }
  const float along = std::inner_product(word.begin(), word.end(), g.begin(), 0.0F);
  const std::span<const float> queries[] = {word, g};
  const RowProducts products(rows, queries);
  std::vector<int> ids;
  for (const Scored& one : best_rows(rows, 2, kNeighbours, std::vector<int>{id}, 0, [&] {
         return [&](std::size_t row) {
           std::array<float, 2> found{};
           float squared = products.row(row, found);
           float product = found[0];
           if (!keeps(static_cast<int>(row))) {
             product -= found[1] * along;
             squared -= found[1] * found[1];
           }
           return squared > 0 ? product / std::sqrt(squared) : 0.0F;
         };
       })) {
    ids.push_back(one.id);
  }
  return ids;
}

std::vector<int> nearest(const Rows& rows, int id) {
  std::vector<int> ids;
  for (const Scored& one : neighbours(rows, rows[static_cast<std::size_t>(id)], kNeighbours,
                                      Nearness::cosine, std::vector<int>{id})) {
    ids.push_back(one.id);
  }
  return ids;
}

// What is taken away from each row: its part along g, but for definitional words.
Part without_part(const BiasSetup& setup, Part rows, const std::vector<int>& ids) {
  const std::vector<int> kept = definitional_ids(*setup.vectors);
  Mat moves(static_cast<int>(ids.size()), 1);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const bool keeps = std::find(kept.begin(), kept.end(), ids[i]) != kept.end();
    moves(static_cast<int>(i), 0) = keeps ? 0 : -1;
  }
  const Part factor = constant(rows.tape(), std::move(moves));
  const Part part = multiply(rows * transposed(setup.g), factor);
  return unit_rows(rows + part * setup.g);
}

}  // namespace

Rows neutral_rows(const WordVectors& vectors, const std::vector<int>& ids,
                  std::span<const float> g) {
  RowsBuilder rows(ids.size(), vectors.dim());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    std::vector<float> row = unit(vectors.vectors[static_cast<std::size_t>(ids[i])]);
    const float along = std::inner_product(row.begin(), row.end(), g.begin(), 0.0F);
    for (std::size_t d = 0; d < row.size(); ++d) row[d] -= along * g[d];
    row = unit(row);
    std::copy(row.begin(), row.end(), rows[i].begin());
  }
  return rows.finish();
}

void record_moved(const Inputs& inputs, const BiasSetup& setup, Run& run, BiasRecord& record) {
  const WordVectors& vectors = *setup.vectors;
  const std::string wanted = text(inputs, std::string(bias_options::moved.name));
  const int id = id_or_first(vectors, wanted, "Neutralise", run);
  Tape& tape = run.tape;
  const auto row = setup.g.value().row(0);
  const std::vector<float> g(row.begin(), row.end());
  const std::array<std::vector<int>, 2> near{nearest(vectors.vectors, id),
                                             nearest_neutral(vectors, g, id)};
  const Axis word{"word", names_of(vectors, {id}), -1};
  const Tape::Scope scope(tape, "moved");
  for (std::size_t s = 0; s < 2; ++s) {
    const Tape::Scope side(tape, s == 0 ? "before" : "after");
    const Axis others{"neighbour", names_of(vectors, near[s]), -1};
    Part query = units_of(tape, vectors, {id});
    Part rest = units_of(tape, vectors, near[s]);
    if (s == 1) {
      query = without_part(setup, query, {id});
      rest = without_part(setup, rest, near[s]);
    }
    query.as("word", s == 0 ? "w" : "w'", {Role::query, word, setup.dims});
    rest.as("others", s == 0 ? "V" : "V'", {Role::key, others, setup.dims});
    record.moved[s].cosine =
        (query * transposed(rest)).as("cosine", s == 0 ? "\\cos(w, v)" : "\\cos(w', v')");
    Mat found(1, static_cast<int>(near[s].size()));
    for (int k = 0; k < found.cols(); ++k) {
      const int other = near[s][static_cast<std::size_t>(k)];
      found(0, k) = std::find(near[1 - s].begin(), near[1 - s].end(), other) != near[1 - s].end();
    }
    const Part named = put(tape, std::move(found),
                           {"found", "f", Role::mask, word, others,
                            all_cells("1 where it is in the other list too.")});
    record.moved[s].found = named;
    mean_cols(named).as("overlap", "\\frac{1}{k} \\sum_{j} f_{j}", Role::probability);
  }
}

}  // namespace glassformer
