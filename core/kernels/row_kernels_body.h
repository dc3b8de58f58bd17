#pragma once

#include <cstddef>
#include <cstdint>

#include "core/kernels/lanes.h"
#include "core/kernels/row_kernels.h"

// core/kernels/row_kernels.h, once for each width.
namespace glassformer {

namespace {

// The sum of body(i, count) over all vectors, as four sums: one would wait for itself.
template <class Body>
inline Real summed(std::size_t n, const Body& body) {
  Lanes sums[4] = {};
  std::size_t i = 0;
  for (; i + 4 * wide <= n; i += 4 * wide) {
    for (std::size_t k = 0; k < 4; ++k) sums[k] += body(i + k * wide, lanes);
  }
  for (; i + wide <= n; i += wide) sums[0] += body(i, lanes);
  if (i < n) sums[1] += body(i, static_cast<std::ptrdiff_t>(n - i));
  return sum_of((sums[0] + sums[1]) + (sums[2] + sums[3]));
}

Real max(const Real* x, std::size_t n) {
  if (n < wide) {
    Real found = x[0];
    for (std::size_t i = 1; i < n; ++i) found = x[i] > found ? x[i] : found;
    return found;
  }
  Lanes found = load_lanes(x);
  const auto with = [&](Lanes more) { found = more > found ? more : found; };
  for (std::size_t i = wide; i + wide <= n; i += wide) with(load_lanes(x + i));
  with(load_lanes(x + n - wide));
  Real one = found[0];
  for (int lane = 1; lane < lanes; ++lane) one = found[lane] > one ? found[lane] : one;
  return one;
}

// 0 · x is nan for what is not finite.
bool finite(const Real* x, std::size_t n) {
  return summed(n, [&](std::size_t i, std::ptrdiff_t count) {
           return load_part(x + i, count) * 0;
         }) == 0;
}

RowKernels::Powers powers(const Real* x, Real shift, Real scale, Real* to, std::size_t n) {
  Lanes exponents{}, sums{};
  by_vectors(n, [&](std::size_t i, std::ptrdiff_t count) {
    const Lanes raised = (load_part(x + i, count) - shift) * scale, power = quick_exp(raised);
    store_part(to + i, power, count);
    exponents += without_rest(raised, count);
    sums += without_rest(power, count);
  });
  return {sum_of(exponents), sum_of(sums)};
}

void multiply(Real* x, Real factor, std::size_t n) {
  by_vectors(n, [&](std::size_t i, std::ptrdiff_t count) {
    store_part(x + i, load_part(x + i, count) * factor, count);
  });
}

void softmax(Real* x, Real scale, std::size_t n) {
  const RowKernels::Powers of = powers(x, max(x, n), scale, x, n);
  multiply(x, 1 / of.sum, n);
}

Real dot(const Real* a, const Real* b, std::size_t n) {
  return summed(n, [&](std::size_t i, std::ptrdiff_t count) {
    return load_part(a + i, count) * load_part(b + i, count);
  });
}

void softmax_back(const Real* p, Real scale, Real* dp, std::size_t n) {
  const Real mean = dot(p, dp, n);
  by_vectors(n, [&](std::size_t i, std::ptrdiff_t count) {
    store_part(dp + i, load_part(p + i, count) * (load_part(dp + i, count) - mean) * scale, count);
  });
}

double dot_in_double(const Real* a, const Real* b, std::size_t n) {
  double sum = 0;
#pragma omp simd reduction(+ : sum)
  for (std::size_t i = 0; i < n; ++i) sum += static_cast<double>(a[i]) * b[i];
  return sum;
}

void add(Real* to, const Real* x, std::size_t n) {
  by_vectors(n, [&](std::size_t i, std::ptrdiff_t count) {
    store_part(to + i, load_part(to + i, count) + load_part(x + i, count), count);
  });
}

void add_in_double(double* to, const Real* x, std::size_t n) {
#pragma omp simd
  for (std::size_t i = 0; i < n; ++i) to[i] += x[i];
}

void add_times(Real* to, Real factor, const Real* x, Real less, std::size_t n) {
  by_vectors(n, [&](std::size_t i, std::ptrdiff_t count) {
    store_part(to + i, load_part(to + i, count) + (factor * load_part(x + i, count) - less), count);
  });
}

RowKernels::Norm norm(const Real* x, double epsilon, std::size_t n) {
  const auto cells = static_cast<Real>(n);
  const Real mean =
      summed(n, [&](std::size_t i, std::ptrdiff_t count) { return load_part(x + i, count); }) /
      cells;
  const Real squares = summed(n, [&](std::size_t i, std::ptrdiff_t count) {
    const Lanes off = load_part(x + i, count) - mean;
    return without_rest(off * off, count);
  });
  const double variance = static_cast<double>(squares) / static_cast<double>(n);
  return {mean, static_cast<Real>(1 / __builtin_sqrt(variance + epsilon))};
}

void normed(const Real* x, RowKernels::Norm of, const Real* gamma, const Real* beta, Real* to,
            std::size_t n) {
  by_vectors(n, [&](std::size_t i, std::ptrdiff_t count) {
    const Lanes off = (load_part(x + i, count) - of.mean) * of.inverse;
    store_part(to + i, load_part(gamma + i, count) * off + load_part(beta + i, count), count);
  });
}

void norm_back(const Real* x, RowKernels::Norm of, const Real* gamma, const Real* dy, bool fresh,
               Real* dx, std::size_t n) {
  Lanes sums{}, along_sums{};
  by_vectors(n, [&](std::size_t i, std::ptrdiff_t count) {
    const Lanes g = load_part(gamma + i, count) * load_part(dy + i, count);  // 0 behind the row
    sums += g;
    along_sums += g * ((load_part(x + i, count) - of.mean) * of.inverse);
  });
  const Real mean = sum_of(sums) / static_cast<Real>(n),
             along = sum_of(along_sums) / static_cast<Real>(n);
  by_vectors(n, [&](std::size_t i, std::ptrdiff_t count) {
    const Lanes off = (load_part(x + i, count) - of.mean) * of.inverse;
    const Lanes g = load_part(gamma + i, count) * load_part(dy + i, count);
    const Lanes d = (g - mean - off * along) * of.inverse;
    store_part(dx + i, fresh ? d : load_part(dx + i, count) + d, count);
  });
}

void norm_gains_back(const Real* x, RowKernels::Norm of, const Real* dy, double* dgamma,
                     double* dbeta, std::size_t n) {
#pragma omp simd
  for (std::size_t i = 0; i < n; ++i) {
    dgamma[i] += dy[i] * ((x[i] - of.mean) * of.inverse);
    dbeta[i] += dy[i];
  }
}

double squares(const Real* x, std::size_t n) {
  return dot_in_double(x, x, n);
}

void adam(const RowKernels::Adam& by, const Real* gradient, Real* first, Real* second,
          Real* weights, std::size_t n) {
#pragma omp simd
  for (std::size_t i = 0; i < n; ++i) {
    const Real g = gradient[i] * by.shrink;
    first[i] = by.beta_1 * first[i] + (1 - by.beta_1) * g;
    second[i] = by.beta_2 * second[i] + (1 - by.beta_2) * g * g;
#ifdef GLASSFORMER_DOUBLE
    const Real root = __builtin_sqrt(second[i]);
#else
    const Real root = __builtin_sqrtf(second[i]);
#endif
    weights[i] -= by.stride * first[i] / (root * by.unbias + by.epsilon);
  }
}

// core/tensor/rng.h: the number of the seed that is `n`-th from 0.
inline std::uint64_t draw(std::uint64_t seed, std::uint64_t n) {
  std::uint64_t z = seed + (n + 1) * 0x9e3779b97f4a7c15ULL;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

// Quotients first, so that both loops are wide.
void add_kept(const Real* x, const RowKernels::Kept& kept, Real* to, std::size_t n) {
  constexpr std::size_t some = 256;
  Real quotients[some];
  for (std::size_t begin = 0; begin < n; begin += some) {
    const std::size_t count = least(some, n - begin);
    const std::uint64_t first = kept.first + begin;
#pragma omp simd
    for (std::size_t i = 0; i < count; ++i) {
      quotients[i] = static_cast<Real>(x[begin + i] / kept.share);
    }
#pragma omp simd
    for (std::size_t i = 0; i < count; ++i) {
      to[begin + i] += draw(kept.seed, first + i) >> 11 >= kept.lowest ? quotients[i] : Real{0};
    }
  }
}

constexpr RowKernels rows_here{max,       finite,        powers,   softmax,   softmax_back,
                               dot,       dot_in_double, multiply, add,       add_in_double,
                               add_times, norm,          normed,   norm_back, norm_gains_back,
                               squares,   adam,          add_kept};

}  // namespace

}  // namespace glassformer
