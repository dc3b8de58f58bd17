// A matrix of weights times a vector, in every width that the processor has, against loops in
// double.
#include "core/kernels/weight_kernels.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "tests/core/kernels/each_width.h"

namespace glassformer {
namespace {

constexpr Real beyond = 77;  // behind the last result, and must stay
constexpr int some_counts[] = {1, 2, 3, 4, 5, 9};

double widened(float cell) {
  return static_cast<double>(cell);
}
double widened(std::uint16_t bits) {
  return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16));
}
double widened(std::int8_t cell) {
  return cell;
}

template <class Cell>
struct Lines {
  std::vector<Cell> cells;
  std::vector<Real> x;
  std::size_t count;

  std::vector<double> products() const {
    std::vector<double> sums;
    for (std::size_t l = 0; l < count; ++l) {
      double sum = 0;
      for (std::size_t i = 0; i < x.size(); ++i) sum += widened(cells[l * x.size() + i]) * x[i];
      sums.push_back(sum);
    }
    return sums;
  }
};

// `cell_of` makes a weight of a number that is drawn around 0. Each weight is at most `largest`.
template <class Cell, class Kernel, class CellOf>
void expect_products(Kernel WeightKernels::*kernel, double largest, const CellOf& cell_of) {
  each_width(weight_widths, [&](const WeightKernels& kernels, int) {
    for (const int n : some_sizes) {
      for (const int count : some_counts) {
        Lines<Cell> of{{}, random_cells(n, 1), static_cast<std::size_t>(count)};
        for (const Real drawn : random_cells(n * count, 2)) of.cells.push_back(cell_of(drawn));
        std::vector<Real> to(of.count + 1, beyond);
        (kernels.*kernel)(of.cells.data(), of.x.size(), of.count, of.x.data(), to.data());
        EXPECT_EQ(to.back(), beyond);
        to.pop_back();
        expect_near(to, of.products(), largest * rounding_of(n));
      }
    }
  });
}

TEST(WeightKernels, LinesOfFloats) {
  expect_products<float>(&WeightKernels::lines_f32, 3,
                         [](Real drawn) { return static_cast<float>(drawn); });
}

TEST(WeightKernels, LinesOfBfloat16) {
  expect_products<std::uint16_t>(&WeightKernels::lines_bf16, 3, [](Real drawn) {
    return static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(static_cast<float>(drawn)) >>
                                      16);
  });
}

TEST(WeightKernels, LinesOfBytes) {
  expect_products<std::int8_t>(&WeightKernels::lines_int8, 128, [](Real drawn) {
    return static_cast<std::int8_t>(std::lrint(std::tanh(drawn) * 127));
  });
}

// Sums that no rounding touches are the same in every width.
TEST(WeightKernels, KnownNumbers) {
  each_width(weight_widths, [](const WeightKernels& kernels, int) {
    constexpr std::size_t n = 37;
    const std::vector<Real> x(n, 2);
    Real to = 0;
    // 0x3FC0 is 1.5, 0xC020 is −2.5, 0x3C80 is 2⁻⁶ and 0x8000 is −0.
    std::vector<std::uint16_t> halves(n, 0x3FC0);
    halves[0] = 0xC020, halves[17] = 0x3C80, halves[36] = 0x8000;
    kernels.lines_bf16(halves.data(), n, 1, x.data(), &to);
    EXPECT_EQ(to, 2 * (34 * 1.5 - 2.5 + 0.015625));
    // All that a byte can be at its ends.
    std::vector<std::int8_t> bytes(n, 127);
    bytes[3] = bytes[20] = bytes[36] = -128;
    bytes[4] = -1;
    kernels.lines_int8(bytes.data(), n, 1, x.data(), &to);
    EXPECT_EQ(to, 2 * (33 * 127 - 3 * 128 - 1));
    std::vector<float> floats(n, 0.5F);
    floats[36] = 4096;
    kernels.lines_f32(floats.data(), n, 1, x.data(), &to);
    EXPECT_EQ(to, 2 * (18.0 + 4096));
  });
}

TEST(WeightKernels, AddsLinesToWhatIsThere) {
  each_width(weight_widths, [](const WeightKernels& kernels, int) {
    for (const int n : some_sizes) {
      for (const int count : some_counts) {
        const std::vector<Real> cells = random_cells(n * count, 3), x = random_cells(count, 4),
                                before = random_cells(n, 5);
        std::vector<Real> to = before;
        to.push_back(beyond);
        kernels.add_lines(cells.data(), before.size(), x.size(), x.data(), to.data());
        EXPECT_EQ(to.back(), beyond);
        to.pop_back();
        std::vector<double> wanted(before.begin(), before.end());
        for (std::size_t i = 0; i < before.size(); ++i) {
          for (std::size_t l = 0; l < x.size(); ++l) {
            wanted[i] += static_cast<double>(x[l]) * cells[l * before.size() + i];
          }
        }
        expect_near(to, wanted, 3 * rounding_of(count));
      }
    }
  });
}

}  // namespace
}  // namespace glassformer
