#include "core/embed/search/neighbours.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/embed/search/row_products.h"
#include "core/embed/search/row_search.h"
#include "core/embed/search/scan.h"

namespace glassformer {

namespace {

double dot(std::span<const float> a, std::span<const float> b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += static_cast<double>(a[k]) * b[k];
  return sum;
}

}  // namespace

float norm(std::span<const float> vector) {
  return static_cast<float>(std::sqrt(dot(vector, vector)));
}

std::vector<float> unit(std::span<const float> vector) {
  const double length = std::sqrt(dot(vector, vector));
  std::vector<float> one(vector.begin(), vector.end());
  if (length > 0) {
    for (float& cell : one) cell = static_cast<float>(cell / length);
  }
  return one;
}

float cosine(std::span<const float> a, std::span<const float> b) {
  const double lengths = std::sqrt(dot(a, a)) * std::sqrt(dot(b, b));
  return lengths == 0 ? 0.0F : static_cast<float>(dot(a, b) / lengths);
}

namespace {

// The cosine, from a row's product with the query's direction and with itself.
float closeness(std::span<const float> products, float squared) {
  return squared > 0 ? products[0] / std::sqrt(squared) : products[0];
}

// Scores each row, of −|x − q|² where it is by Euclid, and hands the scores to `best`.
template <class Take>
std::vector<Scored> scored(const Rows& rows, std::span<const float> query, Nearness nearness,
                           const Take& best) {
  if (nearness == Nearness::cosine) {
    const std::vector<float> direction = unit(query);
    const std::span<const float> queries[] = {direction};
    const RowProducts products(rows, queries);
    return best([&](std::size_t row) {
      float product = 0;
      const float squared = products.row(row, {&product, 1});
      return closeness({&product, 1}, squared);
    });
  }
  std::vector<Scored> found =
      best([&](std::size_t row) { return -squared_distance(rows[row], query); });
  for (Scored& s : found) s.score = std::sqrt(-s.score);
  return found;
}

// The best k of those, with the scores of the processor.
std::vector<Scored> best_of(const std::vector<int>& near, const Rows& rows,
                            std::span<const float> query, std::size_t k, Nearness nearness,
                            std::span<const int> excluded) {
  return scored(rows, query, nearness, [&](const auto& score) {
    Best best(k);
    for (const int id : near) {
      if (std::find(excluded.begin(), excluded.end(), id) != excluded.end()) continue;
      best.offer(id, score(static_cast<std::size_t>(id)));
    }
    return best.sorted();
  });
}

}  // namespace

std::vector<Scored> neighbours(const Rows& rows, std::span<const float> query, std::size_t k,
                               Nearness nearness, std::span<const int> excluded,
                               std::size_t first) {
  if (const auto near = found_elsewhere(rows, query, k + excluded.size(), nearness, first)) {
    return best_of(*near, rows, query, k, nearness, excluded);
  }
  return scored(rows, query, nearness, [&](const auto& score) {
    return best_rows(rows, 1, k, excluded, first, [&] { return score; });
  });
}

std::vector<Scored> neighbours(RowSearch& search, std::span<const float> query, std::size_t k,
                               Nearness nearness, std::span<const int> excluded,
                               std::size_t first) {
  return best_of(nearest_by(search, query, k + excluded.size(), nearness, first), search.rows(),
                 query, k, nearness, excluded);
}

}  // namespace glassformer
