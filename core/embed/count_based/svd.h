#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/embed/count_based/sparse.h"
#include "core/tensor/mat.h"

namespace glassformer {

// a ≈ left · diag(values) · rightᵀ, the largest values first. The matrices have as many orthonormal
// columns as there are values, and columns of 0 behind them.
struct Svd {
  Mat left;                    // [rows, at least rank]
  std::vector<double> values;  // [rank], not negative
  Mat right;                   // [cols, at least rank]
};

struct SvdOptions {
  int extra = 10;  // directions looked at besides those asked for
  int rounds = 4;  // times the guess is multiplied by a and its transpose
  // Times it is then multiplied by a polynomial of them that lets only what was looked for grow
  // (Zhou, Saad, Tiago and Chelikowsky 2006): where the values fall slowly, rounds alone would take
  // many more.
  int filters = 0;
  std::uint64_t seed = 1;
  int threads = 0;  // 0: one for each core; the result does not depend on them
  std::function<void()> between_products;  // may throw, to stop
};

// The truncated singular value decomposition of a large sparse matrix, by multiplying random
// vectors with it (Halko, Martinsson and Tropp 2011, algorithms 4.4 and 5.1). Exact, but for
// rounding, where rank + extra reaches the smaller side of the matrix. The rank is at most that
// side. Of two mirrored directions the one whose largest cell of `left` is positive.
Svd truncated_svd(const SparseRows& a, int rank, const SvdOptions& options);

}  // namespace glassformer
