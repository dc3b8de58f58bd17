// What searches among vectors, and t-SNE, do with rows, in every width that the processor has,
// against loops in double.
#include "core/kernels/vector_kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/kernels/point_kernels.h"
#include "tests/core/kernels/each_width.h"

namespace glassformer {
namespace {

using Floats = std::vector<float>;

template <class Body>
void each(const Body& body) {
  each_width(vector_widths, [&](const VectorKernels& kernels, int lanes) {
    for (const int n : some_sizes) body(kernels, n, lanes);
  });
}

TEST(VectorKernels, DistancesAndProducts) {
  each([](const VectorKernels& kernels, int n, int lanes) {
    const Floats a = random_cells(n, 1), b = random_cells(n, 2), c = random_cells(n, 3);
    double squared = 0, from = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      squared += (double{a[i]} - b[i]) * (double{a[i]} - b[i]);
      from += (double{a[i]} - b[i]) * c[i];
    }
    EXPECT_NEAR(kernels.squared_distance(a.data(), b.data(), a.size()), squared,
                rounding_of(n) * 4);
    EXPECT_NEAR(kernels.dot_from(a.data(), b.data(), c.data(), a.size()), from, rounding_of(n) * 2);
    Floats gap = b;
    kernels.difference(a.data(), gap.data(), gap.data(), a.size());
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_EQ(gap[i], a[i] - b[i]);

    const int whole = (n + lanes - 1) / lanes * lanes;
    std::vector<Floats> queries;
    std::vector<const float*> rows;
    for (std::uint64_t q = 0; q < 6; ++q) queries.push_back(random_cells(whole, 4 + q));
    for (const Floats& query : queries) rows.push_back(query.data());
    const Floats row = random_cells(whole, 3);
    Floats to(rows.size());
    const float own = kernels.products(row.data(), rows.data(), rows.size(), row.size(), to.data());
    EXPECT_NEAR(own, product_of(row, row), rounding_of(whole));
    for (std::size_t q = 0; q < to.size(); ++q) {
      EXPECT_NEAR(to[q], product_of(row, queries[q]), rounding_of(whole));
    }
  });
}

TEST(VectorKernels, TheNextGroupThatHoldsSomethingNear) {
  each_width(vector_widths, [](const VectorKernels& kernels, int) {
    const Floats a(5 * near_group, 5);
    Floats b(5 * near_group, 2);  // a − b is 3
    EXPECT_EQ(kernels.next_near(a.data(), b.data(), 0, a.size(), 2).begin, a.size());
    for (const std::size_t at : {std::size_t{0}, 2 * near_group - 1, 4 * near_group + 17}) {
      Floats one = b;
      one[at] = 3;
      const auto [begin, bits] = kernels.next_near(a.data(), one.data(), 0, a.size(), 2);
      EXPECT_EQ(begin, at / near_group * near_group);
      EXPECT_EQ(bits, std::uint64_t{1} << at % near_group);
      const std::size_t next = begin + near_group;
      EXPECT_EQ(kernels.next_near(a.data(), one.data(), next, a.size(), 2).begin, a.size());
    }
    for (const std::size_t at : {7U, 40U, 63U}) b[near_group + at] = 4;
    EXPECT_EQ(kernels.next_near(a.data(), b.data(), 0, a.size(), 2).bits,
              std::uint64_t{1} << 7 | std::uint64_t{1} << 40 | std::uint64_t{1} << 63);
  });
}

TEST(VectorKernels, Gaussians) {
  each([](const VectorKernels& kernels, int n, int) {
    Floats x = random_cells(n, 1);
    for (float& cell : x) cell *= cell;
    Floats to(x.size());
    const auto [sum, weighted] = kernels.gaussians(x.data(), -0.5F, 1.5F, to.data(), x.size());
    double wanted = 0, wanted_weighted = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double power = std::exp(-1.5 * (double{x[i]} + 0.5));
      EXPECT_NEAR(to[i], power, 1e-6);
      wanted += power;
      wanted_weighted += power * (double{x[i]} + 0.5);
    }
    EXPECT_NEAR(sum, wanted, 1e-6 * n);
    EXPECT_NEAR(weighted, wanted_weighted, 2e-6 * n);
  });
}

TEST(VectorKernels, AnalogiesByDifferenceAndByProduct) {
  each([](const VectorKernels& kernels, int some, int lanes) {
    const int n = (some + lanes - 1) / lanes * lanes;
    const Floats a = random_cells(n, 1), b = random_cells(n, 2), c = random_cells(n, 3);
    Floats to(a.size());
    const auto expect_highest = [&](float told) {
      EXPECT_EQ(told, *std::max_element(to.begin(), to.end()));
    };
    expect_highest(kernels.analogies(a.data(), b.data(), c.data(), false, to.data(), a.size()));
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(to[i], b[i] - a[i] + c[i], 1e-6);
    // As cosines are: from −1 to 1.
    const auto bounded = [](Floats x) {
      for (float& cell : x) cell = std::tanh(cell);
      return x;
    };
    const Floats p = bounded(a), q = bounded(b), r = bounded(c);
    expect_highest(kernels.analogies(p.data(), q.data(), r.data(), true, to.data(), a.size()));
    for (std::size_t i = 0; i < a.size(); ++i) {
      EXPECT_NEAR(to[i] / ((q[i] + 1.0) * (r[i] + 1.0) / (p[i] + 1.002)), 1, 1e-4);
    }
  });
}

TEST(VectorKernels, ProductsOfBytes) {
  std::vector<std::uint8_t> a(640);
  std::vector<std::int8_t> b(640);
  Rng rng(1);
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] = static_cast<std::uint8_t>(rng.below(256));
    b[i] = static_cast<std::int8_t>(rng.below(255) - 127);
  }
  a[0] = 255, b[0] = -127, a[1] = 255, b[1] = -127;
  for (const std::size_t n : {std::size_t{64}, std::size_t{128}, std::size_t{192}, a.size()}) {
    std::int32_t wanted = 0;
    for (std::size_t i = 0; i < n; ++i) wanted += std::int32_t{a[i]} * b[i];
    each_width(vector_widths, [&](const VectorKernels& kernels, int) {
      EXPECT_EQ(kernels.byte_product(a.data(), b.data(), n), wanted);
    });
    EXPECT_EQ(byte_product()(a.data(), b.data(), n), wanted);
  }
}

struct Pushed {
  double x = 0, y = 0, z = 0;
  void by(double dx, double dy) {
    const double q = 1 / (1 + dx * dx + dy * dy);
    z += q, x += q * q * dx, y += q * q * dy;
  }
  void expect(const PointKernels::Push& got) const {
    EXPECT_NEAR(got.x, x, 2e-4 * z);
    EXPECT_NEAR(got.y, y, 2e-4 * z);
    EXPECT_NEAR(got.z, z, 2e-4 * z);
  }
};

TEST(PointKernels, PushesOfAllPoints) {
  each_width(point_widths, [](const PointKernels& kernels, int) {
    Floats x = random_cells(64, 1), y = random_cells(64, 2);
    x.back() = y.back() = PointKernels::far_away;
    PointKernels::Push got[4];
    kernels.push_four({x.data(), y.data(), x.size()}, x.data() + 8, y.data() + 8, got);
    for (std::size_t i = 0; i < 4; ++i) {
      Pushed wanted;
      for (std::size_t j = 0; j + 1 < x.size(); ++j) wanted.by(x[8 + i] - x[j], y[8 + i] - y[j]);
      wanted.expect(got[i]);
    }
  });
}

// A far square pushes nearly as its points do one by one.
TEST(PointKernels, PushesFromFarAndNear) {
  each_width(point_widths, [](const PointKernels& kernels, int) {
    const std::size_t n = PointKernels::whole;
    const Floats near_x = random_cells(16, 1), near_y = random_cells(16, 2);
    Floats x(n, PointKernels::far_away), y(n, PointKernels::far_away), none(n),
        count = none, xx = none, xy = none, yy = none;
    Pushed wanted[2];
    const float from_x[] = {0.25F, -1}, from_y[] = {0.5F, 1};
    for (std::size_t square = 0; square < 3; ++square) {
      const Floats px = random_cells(20, 3 + square), py = random_cells(20, 13 + square);
      double mean_x = 0, mean_y = 0;
      for (std::size_t i = 0; i < px.size(); ++i) {
        const double at_x = 8.0 + px[i] / 4, at_y = -6.0 + py[i] / 4;
        mean_x += at_x / 20, mean_y += at_y / 20;
        for (int p = 0; p < 2; ++p) wanted[p].by(from_x[p] - at_x, from_y[p] - at_y);
      }
      double c[3] = {};
      for (std::size_t i = 0; i < px.size(); ++i) {
        const double dx = 8.0 + px[i] / 4 - mean_x, dy = -6.0 + py[i] / 4 - mean_y;
        c[0] += dx * dx / 20, c[1] += dx * dy / 20, c[2] += dy * dy / 20;
      }
      x[square] = static_cast<float>(mean_x), y[square] = static_cast<float>(mean_y);
      count[square] = 20;
      xx[square] = static_cast<float>(c[0]), xy[square] = static_cast<float>(c[1]);
      yy[square] = static_cast<float>(c[2]);
    }
    for (std::size_t j = 0; j < near_x.size(); ++j) {
      for (int p = 0; p < 2; ++p) wanted[p].by(from_x[p] - near_x[j], from_y[p] - near_y[j]);
    }
    PointKernels::Push got[2];
    kernels.push_two({x.data(), y.data(), count.data(), xx.data(), xy.data(), yy.data(), n},
                     {near_x.data(), near_y.data(), near_x.size()}, from_x, from_y, got);
    for (int p = 0; p < 2; ++p) wanted[p].expect(got[p]);
  });
}

TEST(PointKernels, PullsAndTheirCost) {
  each_width(point_widths, [](const PointKernels& kernels, int) {
    const Floats places = random_cells(2 * 50, 1);
    std::vector<int> ids;
    Floats shares;
    for (int i = 0; i < 160; ++i) {
      ids.push_back(i * 7 % 50);
      shares.push_back(i < 150 ? 0.001F * static_cast<float>(i % 9) : 0);
    }
    const PointKernels::Pulls of{ids.data(), shares.data(), ids.size(), places.data(), 0.5F, -0.5F};
    double x = 0, y = 0, cost = 0;
    for (std::size_t i = 0; i < ids.size(); ++i) {
      const auto at = static_cast<std::size_t>(ids[i]);
      const double dx = 0.5 - places[2 * at], dy = -0.5 - places[2 * at + 1];
      const double distance = 1 + dx * dx + dy * dy, p = shares[i];
      x += p / distance * dx, y += p / distance * dy;
      if (p > 0) cost += p * (std::log(p * distance) + 2);
    }
    EXPECT_NEAR(kernels.pull(of).x, x, 1e-4);
    EXPECT_NEAR(kernels.pull(of).y, y, 1e-4);
    EXPECT_NEAR(kernels.cost(of, 2), cost, 1e-5);

    const std::vector<std::uint16_t> short_ids(ids.begin(), ids.end());
    std::vector<std::uint16_t> parts;  // of 0.001 each, up to what 16 bits hold
    for (const float share : shares) {
      parts.push_back(static_cast<std::uint16_t>(std::lround(share * 1000) * 8000));
    }
    const auto pulled = kernels.pull_short(
        {short_ids.data(), parts.data(), parts.size(), places.data(), 0.5F, -0.5F});
    EXPECT_NEAR(pulled.x / 8'000'000, x, 1e-4);
    EXPECT_NEAR(pulled.y / 8'000'000, y, 1e-4);
  });
}

}  // namespace
}  // namespace glassformer
