#pragma once

#include <cmath>
#include <vector>

#include "core/project/affinities.h"
#include "core/project/repulsion.h"

// t-SNE as van der Maaten and Hinton 2008 write it, pair by pair, in double.
namespace glassformer::testing {

struct Plane {
  std::vector<double> x, y;
};

inline Plane plane_of(const Points& points) {
  return {{points.x.begin(), points.x.end()}, {points.y.begin(), points.y.end()}};
}

// [n, n], row by row
inline std::vector<double> dense(const Affinities& a) {
  std::vector<double> p(a.count() * a.count());
  for (std::size_t i = 0; i < a.count(); ++i) {
    for (std::size_t e = a.starts[i]; e < a.starts[i + 1]; ++e) {
      p[i * a.count() + static_cast<std::size_t>(a.ids[e])] += static_cast<double>(a.p[e]);
    }
  }
  return p;
}

inline double kernel(const Plane& at, std::size_t i, std::size_t j) {
  const double dx = at.x[i] - at.x[j], dy = at.y[i] - at.y[j];
  return 1 / (1 + dx * dx + dy * dy);
}

inline double naive_z(const Plane& at) {
  double z = 0;
  for (std::size_t i = 0; i < at.x.size(); ++i) {
    for (std::size_t j = 0; j < at.x.size(); ++j) z += i == j ? 0 : kernel(at, i, j);
  }
  return z;
}

inline double naive_divergence(const std::vector<double>& p, const Plane& at) {
  const std::size_t n = at.x.size();
  const double z = naive_z(at);
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const double share = p[i * n + j];
      if (i != j && share > 0) sum += share * std::log(share / (kernel(at, i, j) / z));
    }
  }
  return sum;
}

// Equation 5: 4 Σ_j (p_ij − q_ij) (y_i − y_j) (1 + |y_i − y_j|²)⁻¹
inline Plane naive_gradient(const std::vector<double>& p, double exaggeration, const Plane& at) {
  const std::size_t n = at.x.size();
  const double z = naive_z(at);
  Plane gradient{std::vector<double>(n), std::vector<double>(n)};
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      if (i == j) continue;
      const double q = kernel(at, i, j);
      const double factor = 4 * (exaggeration * p[i * n + j] - q / z) * q;
      gradient.x[i] += factor * (at.x[i] - at.x[j]);
      gradient.y[i] += factor * (at.y[i] - at.y[j]);
    }
  }
  return gradient;
}

}  // namespace glassformer::testing
