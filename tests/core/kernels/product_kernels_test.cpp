// The products of every width that the processor has, against the triple loop.
#include "core/kernels/product_kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/core/kernels/each_width.h"

namespace glassformer {
namespace {

std::vector<double> naive(const Mat& a, const Mat& b) {
  std::vector<double> cells;
  for (int i = 0; i < a.rows(); ++i) {
    for (int j = 0; j < b.cols(); ++j) {
      double sum = 0;
      for (int p = 0; p < a.cols(); ++p) sum += static_cast<double>(a(i, p)) * b(p, j);
      cells.push_back(sum);
    }
  }
  return cells;
}

std::vector<Real> memory_of_a, memory_of_b;
Real* sized(std::vector<Real>& memory, std::size_t cells) {
  memory.resize(std::max(memory.size(), cells));
  return memory.data();
}
constexpr ProductKernels::Room room{[](std::size_t cells) { return sized(memory_of_a, cells); },
                                    [](std::size_t cells) { return sized(memory_of_b, cells); }};

struct Sizes {
  int rows, inner, cols;
};

// One tile and less, a rest in each direction, deeper than a block.
constexpr Sizes all_sizes[] = {{1, 1, 1},    {3, 5, 7},    {4, 16, 32},
                               {14, 33, 31}, {29, 70, 65}, {17, 1030, 40}};

TEST(ProductKernels, BlockedIsTheTripleLoop) {
  each_width(product_widths, [](const ProductKernels& kernels, int) {
    for (const auto& [rows, inner, cols] : all_sizes) {
      const Mat a = normal({rows, inner}, 1, 1), b = normal({inner, cols}, 1, 2);
      std::vector<Real> c(static_cast<std::size_t>(rows * cols), 7);
      kernels.blocked({a.data(), inner, 1}, {b.data(), cols, 1}, c.data(), cols, rows, inner, cols,
                      false, nullptr, room);
      expect_near(c, naive(a, b), rounding_of(inner));
    }
  });
}

TEST(ProductKernels, BlockedTakesTransposesAndAddsToWhatIsThere) {
  each_width(product_widths, [](const ProductKernels& kernels, int) {
    const Mat a = normal({37, 45}, 1, 1), b = normal({45, 50}, 1, 2);
    Mat turned_a(45, 37), turned_b(50, 45);
    for (int i = 0; i < 37; ++i) {
      for (int p = 0; p < 45; ++p) turned_a(p, i) = a(i, p);
    }
    for (int p = 0; p < 45; ++p) {
      for (int j = 0; j < 50; ++j) turned_b(j, p) = b(p, j);
    }
    std::vector<Real> c(37 * 50, 2);
    kernels.blocked({turned_a.data(), 1, 37}, {turned_b.data(), 1, 45}, c.data(), 50, 37, 45, 50,
                    true, nullptr, room);
    std::vector<double> wanted = naive(a, b);
    for (double& cell : wanted) cell += 2;
    expect_near(c, wanted, rounding_of(45));
  });
}

TEST(ProductKernels, OfPanelsIsTheTripleLoop) {
  each_width(product_widths, [](const ProductKernels& kernels, int) {
    for (const int rows : {1, 2, 3, 14, 20}) {
      const int inner = 37, cols = 5 * kernels.panel_cols;
      const Mat a = normal({rows, inner}, 1, 1), b = normal({inner, cols}, 1, 2);
      std::vector<Real> panels(static_cast<std::size_t>(inner * cols) + 64);
      kernels.pack_panels(b.data(), 1, cols, cols, inner, panels.data());
      std::vector<Real> c(static_cast<std::size_t>(rows * cols), 7);
      kernels.of_panels(a.data(), inner, panels.data(), c.data(), cols, rows, inner, cols);
      expect_near(c, naive(a, b), rounding_of(inner));
    }
  });
}

TEST(ProductKernels, SmallIsTheTripleLoop) {
  each_width(product_widths, [](const ProductKernels& kernels, int lanes) {
    for (const int rows : {1, 2, 6, 13}) {
      for (const int vectors : {1, 2, 5}) {
        const int inner = 19, cols = vectors * lanes;
        const Mat a = normal({rows, inner}, 1, 1), b = normal({inner, cols}, 1, 2);
        std::vector<Real> c(static_cast<std::size_t>(rows * cols), 7);
        kernels.small({a.data(), inner, 1}, b.data(), cols, c.data(), cols, rows, inner, cols);
        expect_near(c, naive(a, b), rounding_of(inner));
      }
    }
  });
}

TEST(ProductKernels, TurnedIsTheTranspose) {
  each_width(product_widths, [](const ProductKernels& kernels, int) {
    for (const auto& [rows, cols, unused] : all_sizes) {
      const Mat from = normal({rows, cols}, 1, 3);
      Mat to(cols, rows);
      kernels.turned(from.data(), cols, rows, cols, to.data(), rows);
      for (int i = 0; i < rows; ++i) {
        for (int j = 0; j < cols; ++j) ASSERT_EQ(to(j, i), from(i, j));
      }
    }
  });
}

TEST(ProductKernels, AnExactRowIsSummedInDouble) {
  each_width(product_widths, [](const ProductKernels& kernels, int) {
    const int inner = 21, cols = 37;
    const Mat a = normal({1, inner}, 1, 1), b = normal({inner, cols}, 1, 2);
    const std::vector<double> in_double(b.cells().begin(), b.cells().end());
    std::vector<double> sums(cols);
    kernels.exact_row(a.data(), 1, inner, in_double.data(), cols, sums.data());
    const std::vector<double> wanted = naive(a, b);
    for (int j = 0; j < cols; ++j) {
      EXPECT_NEAR(sums[static_cast<std::size_t>(j)], wanted[static_cast<std::size_t>(j)], 1e-14);
    }
  });
}

TEST(ProductKernels, TheShownOneIsTheTripleLoop) {
  each_width(product_widths, [](const ProductKernels& kernels, int) {
    for (const auto& [rows, inner, cols] : all_sizes) {
      const Mat a = normal({rows, inner}, 1, 1), b = normal({inner, cols}, 1, 2);
      std::vector<Real> c(static_cast<std::size_t>(rows * cols), 7);
      kernels.vectorised(a.data(), b.data(), c.data(), rows, inner, cols);
      expect_near(c, naive(a, b), rounding_of(inner));
    }
  });
}

TEST(ProductKernels, TheRoofIsWhatItsSumsAre) {
  each_width(product_widths, [](const ProductKernels& kernels, int lanes) {
    double wanted = 0;
    for (int k = 0; k < kernels.roof_sums; ++k) {
      wanted += lanes * ((k + 1) * 0.999 + 0.001);
    }
    EXPECT_NEAR(kernels.multiply_and_add(1) / wanted, 1, 1e-5);
  });
}

}  // namespace
}  // namespace glassformer
