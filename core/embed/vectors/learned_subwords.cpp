#include "core/embed/vectors/learned_subwords.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "core/embed/search/neighbours.h"

namespace glassformer {

namespace {

constexpr float penalty = 0.005F;  // on the square of a row, against the square of an error
constexpr int steps = 30;          // of conjugate gradients: by then the error has settled
constexpr std::size_t held_out = 20;

// One word as the mean of rows of the table.
struct Equation {
  std::vector<std::int32_t> buckets;
  std::vector<float> wanted;
};

std::vector<Equation> equations_of(const WordVectors& v, const SubwordSettings& settings) {
  std::vector<Equation> all(v.words.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].buckets = subword_buckets(v.words[i], settings);
    all[i].wanted = unit(v.vectors[i]);
  }
  return all;
}

using Table = std::vector<float>;  // [buckets, dim]

// (AᵀA + penalty) x, where a row of A takes the mean of a word's n-grams.
Table applied(const std::vector<Equation>& equations, bool all, const Table& x, std::size_t dim) {
  Table to(x.size());
  for (std::size_t k = 0; k < x.size(); ++k) to[k] = penalty * x[k];
  std::vector<float> mean(dim);
  for (std::size_t i = 0; i < equations.size(); ++i) {
    const auto& buckets = equations[i].buckets;
    if (buckets.empty() || (!all && i % held_out == 0)) continue;
    std::fill(mean.begin(), mean.end(), 0.0F);
    for (const auto b : buckets) {
      const float* const row = x.data() + static_cast<std::size_t>(b) * dim;
      for (std::size_t k = 0; k < dim; ++k) mean[k] += row[k];
    }
    const auto n = static_cast<float>(buckets.size());
    for (float& cell : mean) cell /= n * n;
    for (const auto b : buckets) {
      float* const row = to.data() + static_cast<std::size_t>(b) * dim;
      for (std::size_t k = 0; k < dim; ++k) row[k] += mean[k];
    }
  }
  return to;
}

// Aᵀ times what is wanted.
Table right_side(const std::vector<Equation>& equations, bool all, std::size_t size,
                 std::size_t dim) {
  Table to(size);
  for (std::size_t i = 0; i < equations.size(); ++i) {
    const Equation& e = equations[i];
    if (!all && i % held_out == 0) continue;
    const float share = 1 / static_cast<float>(e.buckets.size());
    for (const auto b : e.buckets) {
      float* const row = to.data() + static_cast<std::size_t>(b) * dim;
      for (std::size_t k = 0; k < dim; ++k) row[k] += share * e.wanted[k];
    }
  }
  return to;
}

// Of each column.
std::vector<double> products(const Table& a, const Table& b, std::size_t dim) {
  std::vector<double> sums(dim);
  for (std::size_t k = 0; k < a.size(); ++k) {
    sums[k % dim] += static_cast<double>(a[k]) * static_cast<double>(b[k]);
  }
  return sums;
}

// Conjugate gradients, each column a system of its own.
Table solved(const std::vector<Equation>& equations, bool all, std::size_t size, std::size_t dim) {
  Table x(size), residual = right_side(equations, all, size, dim), direction = residual;
  std::vector<double> squares = products(residual, residual, dim);
  for (int step = 0; step < steps; ++step) {
    const Table image = applied(equations, all, direction, dim);
    const std::vector<double> along = products(direction, image, dim);
    std::vector<float> by(dim);
    for (std::size_t k = 0; k < dim; ++k) {
      by[k] = along[k] > 0 ? static_cast<float>(squares[k] / along[k]) : 0;
    }
    for (std::size_t k = 0; k < size; ++k) {
      x[k] += by[k % dim] * direction[k];
      residual[k] -= by[k % dim] * image[k];
    }
    const std::vector<double> now = products(residual, residual, dim);
    for (std::size_t k = 0; k < dim; ++k) {
      by[k] = squares[k] > 0 ? static_cast<float>(now[k] / squares[k]) : 0;
    }
    for (std::size_t k = 0; k < size; ++k) direction[k] = residual[k] + by[k % dim] * direction[k];
    squares = now;
  }
  return x;
}

std::shared_ptr<const Subwords> table_of(const Table& cells, const SubwordSettings& settings,
                                         std::size_t dim) {
  RowsBuilder rows(static_cast<std::size_t>(settings.buckets), dim);
  for (std::size_t r = 0; r < rows.count(); ++r) {
    std::copy_n(cells.data() + r * dim, dim, rows[r].data());
  }
  return std::make_shared<const Subwords>(Subwords{settings.min_n, settings.max_n, rows.finish()});
}

double measured(const WordVectors& v, const Subwords& subwords) {
  double sum = 0;
  std::size_t count = 0;
  std::vector<float> made(v.dim());
  for (std::size_t i = 0; i < v.words.size(); i += held_out) {
    if (!subwords.compose(v.words[i], made)) continue;
    sum += static_cast<double>(cosine(made, v.vectors[i]));
    ++count;
  }
  return count == 0 ? std::numeric_limits<double>::quiet_NaN() : sum / static_cast<double>(count);
}

}  // namespace

LearnedSubwords learn_subwords(const WordVectors& vectors, const SubwordSettings& settings) {
  const std::vector<Equation> equations = equations_of(vectors, settings);
  const std::size_t dim = vectors.dim();
  const std::size_t size = static_cast<std::size_t>(settings.buckets) * dim;
  LearnedSubwords learned;
  learned.cosine = std::numeric_limits<double>::quiet_NaN();
  if (vectors.words.size() >= held_out) {
    learned.cosine =
        measured(vectors, *table_of(solved(equations, false, size, dim), settings, dim));
  }
  learned.subwords = table_of(solved(equations, true, size, dim), settings, dim);
  return learned;
}

}  // namespace glassformer
