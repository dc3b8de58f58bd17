// The cells and the steps of recurrent layers in every width that the processor has, against loops
// in double.
#include "core/kernels/step_kernels.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/kernels/cell_kernels.h"
#include "tests/core/kernels/each_width.h"

namespace glassformer {
namespace {

using Cells = std::vector<Real>;

double sigmoid(double x) {
  return 1 / (1 + std::exp(-x));
}

// Calls body(kernels, h, w) for each width: states of h cells, in whole vectors w.
template <class Body>
void each(const Body& body) {
  each_width(step_widths, [&](const StepKernels& kernels, int lanes) {
    for (const int h : {1, 5, 16, 19, 40}) {
      body(kernels, h, (h + lanes - 1) / lanes * lanes);
    }
  });
}

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

const double loose = sizeof(Real) == 8 ? 1e-12 : 3e-6;

TEST(CellKernels, AreTheirFunctions) {
  struct Case {
    CellKernel CellKernels::*kernel;
    double (*f)(double);
  };
  const Case cases[] = {
      {&CellKernels::tanh, [](double x) { return std::tanh(x); }},
      {&CellKernels::gelu, [](double x) { return x * 0.5 * std::erfc(-x / std::sqrt(2.0)); }},
      {&CellKernels::gelu_tanh,
       [](double x) {
         return 0.5 * x * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x)));
       }},
      {&CellKernels::silu, [](double x) { return x / (1 + std::exp(-x)); }}};
  each_width(cell_widths, [&](const CellKernels& kernels, int) {
    for (const Case& one : cases) {
      for (const int n : some_sizes) {
        Cells x = random_cells(n, 1), dy = random_cells(n, 2), y(x.size()), dx = y, added = dy;
        for (Real& cell : x) cell *= 3;
        const CellKernel& kernel = kernels.*one.kernel;
        kernel.forward(x.data(), y.data(), x.size());
        kernel.backward(x.data(), dy.data(), true, dx.data(), x.size());
        kernel.backward(x.data(), dy.data(), false, added.data(), x.size());
        for (std::size_t i = 0; i < x.size(); ++i) {
          const double slope = (one.f(x[i] + 1e-5) - one.f(x[i] - 1e-5)) / 2e-5;
          ASSERT_NEAR(y[i], one.f(x[i]), 2e-6) << x[i];
          ASSERT_NEAR(dx[i], dy[i] * slope, 5e-6) << x[i];
          ASSERT_NEAR(added[i], dy[i] + dx[i], 1e-6);
        }
      }
    }
  });
}

TEST(StepKernels, Elman) {
  each([](const StepKernels& kernels, int h, int w) {
    const Cells outside = random_cells(h, 1), product = random_cells(w, 2);
    Cells now(at(w)), state(at(h) + 1, 9);
    kernels.elman(outside.data(), product.data(), h, now.data(), state.data());
    for (int j = 0; j < h; ++j) {
      EXPECT_NEAR(now[at(j)], std::tanh(static_cast<double>(outside[at(j)]) + product[at(j)]),
                  loose);
      EXPECT_EQ(state[at(j)], now[at(j)]);
    }
    EXPECT_EQ(state.back(), 9);
  });
}

TEST(StepKernels, Lstm) {
  each([](const StepKernels& kernels, int h, int w) {
    const Cells outside = random_cells(4 * h, 1), products = random_cells(4 * w, 2),
                before = random_cells(w, 3);
    Cells cell = before, now(at(w)), state(at(2 * h)), kept(at(4 * h));
    kernels.lstm({outside.data(), products.data(), h, w, cell.data(), now.data(), state.data(),
                  state.data() + h, kept.data()});
    for (int j = 0; j < h; ++j) {
      const auto gate = [&](int g) {
        return static_cast<double>(outside[at(g * h + j)]) + products[at(g * w + j)];
      };
      const double i = sigmoid(gate(0)), f = sigmoid(gate(1)), g = std::tanh(gate(2)),
                   o = sigmoid(gate(3)), next = f * before[at(j)] + i * g;
      EXPECT_NEAR(cell[at(j)], next, loose);
      EXPECT_NEAR(now[at(j)], o * std::tanh(next), loose);
      EXPECT_EQ(state[at(j)], now[at(j)]);
      EXPECT_EQ(state[at(h + j)], cell[at(j)]);
      EXPECT_NEAR(kept[at(j)], i, loose);
      EXPECT_NEAR(kept[at(h + j)], f, loose);
      EXPECT_NEAR(kept[at(2 * h + j)], g, loose);
      EXPECT_NEAR(kept[at(3 * h + j)], o, loose);
    }
  });
}

TEST(StepKernels, LstmBack) {
  each([](const StepKernels& kernels, int h, int w) {
    const Cells kept = random_cells(4 * h, 1), cell = random_cells(h, 2),
                before = random_cells(h, 3), loss = random_cells(2 * h, 4), dh = random_cells(w, 5),
                dc = random_cells(w, 6);
    Cells d_cell = dc, slopes(at(4 * h) + 1, 9), again = slopes;
    Cells d_state = dh;
    kernels.lstm_back({kept.data(), cell.data(), before.data(), loss.data(), h, d_state.data(),
                       d_cell.data(), slopes.data(), again.data()});
    EXPECT_EQ(slopes, again);
    EXPECT_EQ(slopes.back(), 9);
    const double tolerance = 30 * loose;
    for (int j = 0; j < h; ++j) {
      const double i = kept[at(j)], f = kept[at(h + j)], g = kept[at(2 * h + j)],
                   o = kept[at(3 * h + j)], t = std::tanh(static_cast<double>(cell[at(j)]));
      const double from = static_cast<double>(dh[at(j)]) + loss[at(j)];
      const double through =
          static_cast<double>(dc[at(j)]) + loss[at(h + j)] + from * o * (1 - t * t);
      EXPECT_NEAR(slopes[at(j)], through * g * i * (1 - i), tolerance);
      EXPECT_NEAR(slopes[at(h + j)], through * before[at(j)] * f * (1 - f), tolerance);
      EXPECT_NEAR(slopes[at(2 * h + j)], through * i * (1 - g * g), tolerance);
      EXPECT_NEAR(slopes[at(3 * h + j)], from * t * o * (1 - o), tolerance);
      EXPECT_NEAR(d_cell[at(j)], through * f, tolerance);
    }
  });
}

TEST(StepKernels, Gru) {
  each([](const StepKernels& kernels, int h, int w) {
    const Cells outside = random_cells(3 * h, 1), update = random_cells(w, 2),
                reset = random_cells(w, 3), state_before = random_cells(w, 4),
                product = random_cells(w, 5), apart = random_cells(w, 6), bias = random_cells(h, 7);
    for (const bool after : {false, true}) {
      Cells kept(at(4 * h)), reset_state(at(w)), now = state_before, state(at(h));
      kernels.gru_gates({outside.data(), update.data(), reset.data(), state_before.data(), h,
                         kept.data(), after ? nullptr : reset_state.data()});
      kernels.gru({outside.data() + 2 * h, apart.data(), product.data(),
                   after ? bias.data() : nullptr, h, kept.data(), now.data(), state.data()});
      for (int j = 0; j < h; ++j) {
        const double z = sigmoid(static_cast<double>(outside[at(j)]) + update[at(j)]),
                     r = sigmoid(static_cast<double>(outside[at(h + j)]) + reset[at(j)]);
        const double inside = static_cast<double>(product[at(j)]) + (after ? bias[at(j)] : 0);
        const double s = std::tanh(static_cast<double>(outside[at(2 * h + j)]) + apart[at(j)] +
                                   (after ? r * inside : inside));
        EXPECT_NEAR(kept[at(j)], z, loose);
        EXPECT_NEAR(kept[at(h + j)], r, loose);
        EXPECT_NEAR(kept[at(2 * h + j)], s, loose);
        EXPECT_NEAR(kept[at(3 * h + j)], after ? inside : 0, loose);
        EXPECT_NEAR(reset_state[at(j)], after ? 0 : r * state_before[at(j)], loose);
        EXPECT_NEAR(now[at(j)], (1 - z) * state_before[at(j)] + z * s, 2 * loose);
        EXPECT_EQ(state[at(j)], now[at(j)]);
      }
    }
  });
}

TEST(StepKernels, GruBack) {
  each([](const StepKernels& kernels, int h, int w) {
    const Cells kept = random_cells(4 * h, 1), before = random_cells(h, 2),
                loss = random_cells(h, 3), carried = random_cells(w, 4),
                through = random_cells(w, 5);
    const double tolerance = 30 * loose;
    for (const bool after : {false, true}) {
      Cells carry = carried, dz(at(h)), dr(at(h)), ds(at(w)), slopes(at(3 * h)), inside(at(h));
      kernels.gru_back({kept.data(), before.data(), loss.data(), h, carry.data(), dz.data(),
                        dr.data(), ds.data(), slopes.data(), after ? inside.data() : nullptr});
      const Cells left = carry;
      if (!after) {
        kernels.reset_back({kept.data(), before.data(), through.data(), h, carry.data(), dr.data(),
                            slopes.data()});
      }
      for (int j = 0; j < h; ++j) {
        const double z = kept[at(j)], r = kept[at(h + j)], s = kept[at(2 * h + j)];
        const double from = static_cast<double>(carried[at(j)]) + loss[at(j)];
        const double d = from * z * (1 - s * s);
        EXPECT_NEAR(slopes[at(j)], from * (s - before[at(j)]) * z * (1 - z), tolerance);
        EXPECT_EQ(dz[at(j)], slopes[at(j)]);
        EXPECT_NEAR(slopes[at(2 * h + j)], d, tolerance);
        EXPECT_NEAR(left[at(j)], from * (1 - z), tolerance);
        EXPECT_NEAR(ds[at(j)], after ? d * r : d, tolerance);
        const double d_reset =
            after ? d * kept[at(3 * h + j)] * r * (1 - r)
                  : static_cast<double>(through[at(j)]) * before[at(j)] * r * (1 - r);
        EXPECT_NEAR(slopes[at(h + j)], d_reset, tolerance);
        EXPECT_EQ(dr[at(j)], slopes[at(h + j)]);
        EXPECT_EQ(inside[at(j)], after ? ds[at(j)] : 0);
        EXPECT_NEAR(carry[at(j)], left[at(j)] + (after ? 0 : through[at(j)] * r), tolerance);
      }
    }
  });
}

TEST(StepKernels, Additive) {
  each([](const StepKernels& kernels, int, int w) {
    const Cells query = random_cells(w, 1), key = random_cells(w, 2), to = random_cells(w, 3);
    Cells to_v(at(w), 1), slopes(at(w));
    kernels.additive_back(query.data(), key.data(), to.data(), 2, w, to_v.data(), slopes.data());
    double sum = 0;
    for (int p = 0; p < w; ++p) {
      const double t = std::tanh(static_cast<double>(query[at(p)]) + key[at(p)]);
      sum += to[at(p)] * t;
      EXPECT_NEAR(to_v[at(p)], 1 + 2 * t, loose);
      EXPECT_NEAR(slopes[at(p)], 2 * to[at(p)] * (1 - t * t), 5 * loose);
    }
    EXPECT_NEAR(kernels.additive(query.data(), key.data(), to.data(), w), sum, w * loose);
  });
}

}  // namespace
}  // namespace glassformer
