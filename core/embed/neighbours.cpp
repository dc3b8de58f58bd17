#include "core/embed/neighbours.h"

#include <algorithm>
#include <cmath>

#include "core/embed/scan.h"

namespace glassformer {

namespace {

double dot(std::span<const float> a, std::span<const float> b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += static_cast<double>(a[k]) * b[k];
  return sum;
}

float distance(std::span<const float> a, std::span<const float> b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    const double apart = static_cast<double>(a[k]) - b[k];
    sum += apart * apart;
  }
  return static_cast<float>(std::sqrt(sum));
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
  return lengths > 0 ? static_cast<float>(dot(a, b) / lengths) : 0.0F;
}

std::vector<Scored> neighbours(const Rows& rows, std::span<const float> query, std::size_t k,
                               Nearness nearness, std::span<const int> excluded,
                               std::size_t first) {
  const std::vector<float> direction =
      nearness == Nearness::cosine ? unit(query) : std::vector<float>(query.begin(), query.end());
  const auto own = static_cast<float>(dot(query, query));
  const std::span<const float> queries[] = {direction};
  std::vector<Scored> found =
      scan(rows, queries, k, excluded, first, [&](std::span<const float> products, float squared) {
        if (nearness == Nearness::cosine) {
          return squared > 0 ? products[0] / std::sqrt(squared) : products[0];
        }
        return 2 * products[0] - squared - own;  // −|x − q|²
      });
  if (nearness == Nearness::euclid) {
    // The formula above loses what the lengths have in common: the few that are left are measured.
    for (Scored& s : found) s.score = distance(rows[static_cast<std::size_t>(s.id)], query);
    std::stable_sort(found.begin(), found.end(),
                     [](const Scored& x, const Scored& y) { return x.score < y.score; });
  }
  return found;
}

}  // namespace glassformer
