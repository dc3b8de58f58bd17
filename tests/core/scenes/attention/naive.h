#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "core/scenes/scene.h"

// The mathematics once more, in double and with plain loops: the twin that the models are held to.
// It shares nothing with them but the numbers they start from.
namespace glassformer::naive {

using Grid = std::vector<std::vector<double>>;

inline Grid grid(const Mat& m) {
  Grid g;
  for (int r = 0; r < m.rows(); ++r) g.emplace_back(m.row(r).begin(), m.row(r).end());
  return g;
}

inline Grid grid(const Run& run, const std::string& path) {
  const Var var = run.tape.find(path);
  return var ? grid(run.tape.value(var)) : Grid{};
}

inline Grid product(const Grid& a, const Grid& b) {
  Grid out(a.size(), std::vector<double>(b[0].size(), 0));
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b[0].size(); ++j) {
      for (std::size_t k = 0; k < b.size(); ++k) out[i][j] += a[i][k] * b[k][j];
    }
  }
  return out;
}

inline Grid turned(const Grid& a) {
  Grid out(a[0].size(), std::vector<double>(a.size()));
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < a[0].size(); ++j) out[j][i] = a[i][j];
  }
  return out;
}

inline Grid times(Grid a, double factor) {
  for (auto& row : a) {
    for (double& cell : row) cell *= factor;
  }
  return a;
}

// Rows of e^x / Σ e^x over the visible cells; a row with none is zero.
inline Grid softmax(const Grid& x, const Grid& visible) {
  Grid out = x;
  for (std::size_t i = 0; i < x.size(); ++i) {
    double max = -std::numeric_limits<double>::infinity();
    for (std::size_t j = 0; j < x[i].size(); ++j) {
      if (visible[i][j] != 0) max = std::max(max, x[i][j]);
    }
    double total = 0;
    for (std::size_t j = 0; j < x[i].size(); ++j) {
      out[i][j] = visible[i][j] != 0 ? std::exp(x[i][j] - max) : 0;
      total += out[i][j];
    }
    for (double& cell : out[i]) cell = total > 0 ? cell / total : 0;
  }
  return out;
}

inline Grid softmax(const Grid& x) {
  return softmax(x, Grid(x.size(), std::vector<double>(x[0].size(), 1)));
}

inline double apart(const Grid& a, const Grid& b) {
  if (a.size() != b.size()) return std::numeric_limits<double>::infinity();
  double max = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].size() != b[i].size()) return std::numeric_limits<double>::infinity();
    for (std::size_t j = 0; j < a[i].size(); ++j) {
      if (a[i][j] == b[i][j]) continue;
      const double gap = std::abs(a[i][j] - b[i][j]);
      if (!(gap <= max)) max = gap;  // nan wins, and is seen
    }
  }
  return max;
}

inline double apart(const Run& run, const std::string& path, const Grid& wanted) {
  return apart(grid(run, path), wanted);
}

inline LeafPtr leaf(std::initializer_list<std::initializer_list<double>> rows) {
  return std::make_shared<const Leaf>(Mat(rows));
}

}  // namespace glassformer::naive
