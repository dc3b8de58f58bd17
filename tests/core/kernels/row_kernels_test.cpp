// What ops do with rows, in every width that the processor has, against loops in double.
#include "core/kernels/row_kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "tests/core/kernels/each_width.h"

namespace glassformer {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

// Calls body(kernels, n) for each width and size.
template <class Body>
void each(const Body& body) {
  each_width(row_widths, [&](const RowKernels& kernels, int) {
    for (const int n : some_sizes) body(kernels, n);
  });
}

// What lies behind the last cell, and must stay.
constexpr Real beyond = 77;
std::vector<Real> with_end(std::vector<Real> cells) {
  cells.push_back(beyond);
  return cells;
}
void expect_end(std::vector<Real>& cells) {
  EXPECT_EQ(cells.back(), beyond);
  cells.pop_back();
}

TEST(RowKernels, MaxAndFinite) {
  each([](const RowKernels& kernels, int n) {
    std::vector<Real> x = random_cells(n, 1);
    const auto size = x.size();
    for (std::size_t at : {std::size_t{0}, size / 2, size - 1}) {
      std::vector<Real> one = x;
      one[at] = 9;
      EXPECT_EQ(kernels.max(one.data(), size), 9) << n;
      EXPECT_TRUE(kernels.finite(one.data(), size));
      one[at] = static_cast<Real>(-infinite);
      EXPECT_FALSE(kernels.finite(one.data(), size));
      one[at] = std::numeric_limits<Real>::quiet_NaN();
      EXPECT_FALSE(kernels.finite(one.data(), size));
    }
    for (Real& cell : x) cell -= 20;
    EXPECT_EQ(kernels.max(x.data(), size), *std::max_element(x.begin(), x.end()));
  });
}

TEST(RowKernels, Powers) {
  each([](const RowKernels& kernels, int n) {
    const std::vector<Real> x = random_cells(n, 2);
    std::vector<Real> to = with_end(x);
    const auto [exponents, sum] = kernels.powers(x.data(), 2, 0.5, to.data(), x.size());
    expect_end(to);
    std::vector<double> wanted;
    double wanted_exponents = 0;
    for (const Real cell : x) {
      wanted.push_back(std::exp((cell - 2.0) * 0.5));
      wanted_exponents += (cell - 2.0) * 0.5;
    }
    expect_near(to, wanted, rounding_of(0));
    EXPECT_NEAR(sum, std::accumulate(wanted.begin(), wanted.end(), 0.0), rounding_of(n));
    EXPECT_NEAR(exponents, wanted_exponents, rounding_of(n));
  });
}

TEST(RowKernels, SoftmaxAndItsGradient) {
  each([](const RowKernels& kernels, int n) {
    const std::vector<Real> x = random_cells(n, 3), dp = random_cells(n, 4);
    std::vector<Real> p = with_end(x);
    kernels.softmax(p.data(), 0.25, x.size());
    expect_end(p);
    std::vector<double> wanted;
    double sum = 0;
    for (const Real cell : x) sum += std::exp(cell * 0.25);
    for (const Real cell : x) wanted.push_back(std::exp(cell * 0.25) / sum);
    expect_near(p, wanted, rounding_of(0));

    std::vector<Real> ds = with_end(dp);
    kernels.softmax_back(p.data(), 0.25, ds.data(), x.size());
    expect_end(ds);
    double mean = 0;
    for (std::size_t i = 0; i < x.size(); ++i) mean += wanted[i] * dp[i];
    for (std::size_t i = 0; i < x.size(); ++i) wanted[i] *= (dp[i] - mean) * 0.25;
    expect_near(ds, wanted, rounding_of(4));
  });
}

TEST(RowKernels, HiddenCellsOfASoftmaxAreZero) {
  each_width(row_widths, [](const RowKernels& kernels, int) {
    std::vector<Real> x(40, static_cast<Real>(-infinite));
    x[3] = x[35] = 1;
    kernels.softmax(x.data(), 1, x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
      EXPECT_EQ(x[i], i == 3 || i == 35 ? Real(0.5) : Real(0)) << i;
    }
  });
}

TEST(RowKernels, Products) {
  each([](const RowKernels& kernels, int n) {
    const std::vector<Real> a = random_cells(n, 5), b = random_cells(n, 6);
    const double wanted = product_of(a, b);
    const double squares = product_of(a, a);
    EXPECT_NEAR(kernels.dot(a.data(), b.data(), a.size()), wanted, rounding_of(n));
    EXPECT_NEAR(kernels.dot_in_double(a.data(), b.data(), a.size()), wanted, 1e-13 * n);
    EXPECT_NEAR(kernels.squares(a.data(), a.size()), squares, 1e-13 * n);
  });
}

TEST(RowKernels, Sums) {
  each([](const RowKernels& kernels, int n) {
    const std::vector<Real> x = random_cells(n, 7), y = random_cells(n, 8);
    std::vector<Real> sum = with_end(x), times = sum, factor = sum;
    std::vector<double> in_double(x.begin(), x.end());
    kernels.add(sum.data(), y.data(), x.size());
    kernels.add_times(times.data(), 3, y.data(), 0.5, x.size());
    kernels.multiply(factor.data(), 3, x.size());
    kernels.add_in_double(in_double.data(), y.data(), x.size());
    for (std::vector<Real>* cells : {&sum, &times, &factor}) expect_end(*cells);
    for (std::size_t i = 0; i < x.size(); ++i) {
      EXPECT_EQ(sum[i], x[i] + y[i]);
      EXPECT_EQ(factor[i], x[i] * 3);
      EXPECT_EQ(in_double[i], static_cast<double>(x[i]) + y[i]);
      EXPECT_NEAR(times[i], x[i] + 3 * y[i] - 0.5, rounding_of(1));
    }
  });
}

TEST(RowKernels, LayerNormAndItsGradients) {
  each([](const RowKernels& kernels, int n) {
    const std::vector<Real> x = random_cells(n, 9), gamma = random_cells(n, 10),
                            beta = random_cells(n, 11), dy = random_cells(n, 12);
    const auto size = x.size();
    double mean = 0, variance = 0;
    for (const Real cell : x) mean += cell / n;
    for (const Real cell : x) variance += (cell - mean) * (cell - mean) / n;
    const double inverse = 1 / std::sqrt(variance + 0.1);
    const RowKernels::Norm of = kernels.norm(x.data(), 0.1, size);
    EXPECT_NEAR(of.mean, mean, rounding_of(n) / n + rounding_of(0));
    EXPECT_NEAR(of.inverse, inverse, 10 * rounding_of(0));

    std::vector<Real> y(size + 1, beyond), dx = with_end(x), fresh = with_end(x);
    std::vector<double> dgamma(size, 1), dbeta(size, 2);
    kernels.normed(x.data(), of, gamma.data(), beta.data(), y.data(), size);
    kernels.norm_back(x.data(), of, gamma.data(), dy.data(), false, dx.data(), size);
    kernels.norm_back(x.data(), of, gamma.data(), dy.data(), true, fresh.data(), size);
    kernels.norm_gains_back(x.data(), of, dy.data(), dgamma.data(), dbeta.data(), size);
    for (std::vector<Real>* cells : {&y, &dx, &fresh}) expect_end(*cells);
    double mean_g = 0, along = 0;
    const auto off = [&](std::size_t i) { return (x[i] - mean) * inverse; };
    for (std::size_t i = 0; i < size; ++i) {
      mean_g += static_cast<double>(gamma[i]) * dy[i] / n;
      along += static_cast<double>(gamma[i]) * dy[i] * off(i) / n;
    }
    const double tolerance = 40 * rounding_of(4);
    for (std::size_t i = 0; i < size; ++i) {
      const double d = (static_cast<double>(gamma[i]) * dy[i] - mean_g - off(i) * along) * inverse;
      ASSERT_NEAR(y[i], gamma[i] * off(i) + beta[i], tolerance);
      ASSERT_NEAR(fresh[i], d, tolerance);
      ASSERT_NEAR(dx[i], x[i] + d, tolerance);
      ASSERT_NEAR(dgamma[i], 1 + dy[i] * off(i), tolerance);
      ASSERT_NEAR(dbeta[i], 2.0 + dy[i], tolerance);
    }
  });
}

TEST(RowKernels, Adam) {
  each([](const RowKernels& kernels, int n) {
    const RowKernels::Adam by{0.5, Real(0.9), Real(0.99), 2, Real(0.01), Real(1e-6)};
    const std::vector<Real> gradient = random_cells(n, 13), before = random_cells(n, 14);
    std::vector<Real> first(gradient.size(), 1), second(gradient.size(), 2), weights = before;
    kernels.adam(by, gradient.data(), first.data(), second.data(), weights.data(), weights.size());
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const double g = gradient[i] * 0.5, m = 0.9 + 0.1 * g, v = 0.99 * 2 + 0.01 * g * g;
      EXPECT_NEAR(first[i], m, rounding_of(0));
      EXPECT_NEAR(second[i], v, rounding_of(0));
      EXPECT_NEAR(weights[i], before[i] - 0.01 * m / (std::sqrt(v) * 2 + 1e-6), rounding_of(0));
    }
  });
}

TEST(RowKernels, DropoutKeepsWhatItsSeedSays) {
  each([](const RowKernels& kernels, int n) {
    const std::vector<Real> x = random_cells(n, 15);
    std::vector<Real> to(x.size() + 1, 0);
    const auto lowest = static_cast<std::uint64_t>(std::ceil(std::ldexp(0.3, 53)));
    kernels.add_kept(x.data(), {0.7, 42, 1000, lowest}, to.data(), x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
      const bool kept = Rng::at(42, 1000 + i).uniform() >= 0.3;
      EXPECT_EQ(to[i], kept ? static_cast<Real>(x[i] / 0.7) : Real(0)) << i;
    }
    EXPECT_EQ(to.back(), 0);
  });
}

}  // namespace
}  // namespace glassformer
