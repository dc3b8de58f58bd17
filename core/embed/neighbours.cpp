#include "core/embed/neighbours.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/embed/row_search.h"
#include "core/embed/scan.h"
#include "core/tensor/device_mat.h"

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

namespace {

// How near a row is, from its product with the query's direction and with itself: more is nearer.
struct Closeness {
  Nearness nearness;
  float own;  // |query|²

  Closeness(Nearness by, std::span<const float> query)
      : nearness(by), own(static_cast<float>(dot(query, query))) {}
  float operator()(std::span<const float> products, float squared) const {
    if (nearness == Nearness::cosine) {
      return squared > 0 ? products[0] / std::sqrt(squared) : products[0];
    }
    return 2 * products[0] - squared - own;  // −|x − q|²
  }
};

std::vector<float> direction_of(std::span<const float> query, Nearness nearness) {
  if (nearness == Nearness::cosine) return unit(query);
  return {query.begin(), query.end()};
}

// By Euclid the formula above loses what the lengths have in common: the few that are left are
// measured.
std::vector<Scored> measured(const Rows& rows, std::span<const float> query, Nearness nearness,
                             std::vector<Scored> found) {
  if (nearness == Nearness::cosine) return found;
  for (Scored& s : found) s.score = distance(rows[static_cast<std::size_t>(s.id)], query);
  std::stable_sort(found.begin(), found.end(),
                   [](const Scored& x, const Scored& y) { return x.score < y.score; });
  return found;
}

thread_local RowSearchesPtr searches;
thread_local std::string failure;

// Of rows about as near as the last, in the search's rounding.
constexpr std::size_t more = 16;

// The best k of those, with the scores of the processor.
std::vector<Scored> best_of(const std::vector<int>& near, const Rows& rows,
                            std::span<const float> query, std::size_t k, Nearness nearness,
                            std::span<const int> excluded) {
  const std::vector<float> direction = direction_of(query, nearness);
  const std::span<const float> queries[] = {direction};
  const RowProducts products(rows, queries);
  const Closeness closeness(nearness, query);
  Best best(k);
  for (const int id : near) {
    if (std::find(excluded.begin(), excluded.end(), id) != excluded.end()) continue;
    float product = 0;
    const float squared = products.row(static_cast<std::size_t>(id), {&product, 1});
    best.offer(id, closeness({&product, 1}, squared));
  }
  return measured(rows, query, nearness, best.sorted());
}

std::vector<int> nearest_by(RowSearch& search, std::span<const float> query, std::size_t k,
                            Nearness nearness, std::size_t first) {
  const std::vector<std::vector<float>> asked{direction_of(query, nearness)};
  return search.nearest(asked, k + more, nearness, first).front();
}

}  // namespace

SearchWith::SearchWith(RowSearchesPtr with)
    : before_(std::exchange(searches, std::move(with))),
      failure_before_(std::exchange(failure, {})) {}

SearchWith::~SearchWith() {
  searches = std::move(before_);
  failure = std::move(failure_before_);
}

const std::string& search_failure() {
  return failure;
}

std::optional<std::vector<int>> found_elsewhere(const Rows& rows, std::span<const float> query,
                                                std::size_t k, Nearness nearness,
                                                std::size_t first) {
  if (!searches) return std::nullopt;
  try {
    const RowSearchPtr search = searches->of(rows);
    if (!search) return std::nullopt;
    return nearest_by(*search, query, k, nearness, first);
  } catch (const DeviceError& error) {
    failure = error.what();
    searches->give_up();
    searches.reset();  // the processor answers, to the last bit the same, and what comes after too
    return std::nullopt;
  }
}

std::vector<Scored> neighbours(const Rows& rows, std::span<const float> query, std::size_t k,
                               Nearness nearness, std::span<const int> excluded,
                               std::size_t first) {
  if (const auto near = found_elsewhere(rows, query, k + excluded.size(), nearness, first)) {
    return best_of(*near, rows, query, k, nearness, excluded);
  }
  const std::vector<float> direction = direction_of(query, nearness);
  const std::span<const float> queries[] = {direction};
  return measured(rows, query, nearness,
                  scan(rows, queries, k, excluded, first, Closeness(nearness, query)));
}

std::vector<Scored> neighbours(RowSearch& search, std::span<const float> query, std::size_t k,
                               Nearness nearness, std::span<const int> excluded,
                               std::size_t first) {
  return best_of(nearest_by(search, query, k + excluded.size(), nearness, first), search.rows(),
                 query, k, nearness, excluded);
}

}  // namespace glassformer
