// What trains word vectors, in every width that the processor has, against loops in double.
#include "core/kernels/word_kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/tensor/mat.h"
#include "tests/core/kernels/each_width.h"
#include "tests/support/random_rows.h"

namespace glassformer {
namespace {

struct Case {
  std::size_t inputs, outputs, dim, slow;
};
// One block of outputs, several; rows of less than a line, and of more.
constexpr Case cases[] = {
    {1, 1, 3, 0}, {2, 6, 16, 1}, {3, 8, 20, 0}, {5, 13, 50, 9}, {4, 30, 100, 3}};

struct AllRows {
  explicit AllRows(const Case& of)
      : inputs(random_rows(of.inputs, of.dim, 1)), outputs(random_rows(of.outputs, of.dim, 2)) {
    for (std::size_t i = 0; i < inputs.count(); ++i)
      x.emplace_back(inputs[i].begin(), inputs[i].end());
    for (std::size_t j = 0; j < outputs.count(); ++j)
      o.emplace_back(outputs[j].begin(), outputs[j].end());
    moved_x = x, moved_o = o;
  }
  double score(std::size_t i, std::size_t j) const {
    double sum = 0;
    for (std::size_t k = 0; k < x[i].size(); ++k) sum += x[i][k] * o[j][k];
    return sum;
  }
  void move(std::size_t i, std::size_t j, double step, double share) {
    for (std::size_t k = 0; k < x[i].size(); ++k) {
      moved_x[i][k] += step * o[j][k];
      moved_o[j][k] += share * step * x[i][k];
    }
  }
  void expect() {
    for (std::size_t i = 0; i < inputs.count(); ++i) {
      for (std::size_t k = 0; k < x[i].size(); ++k) ASSERT_NEAR(inputs[i][k], moved_x[i][k], 2e-5);
    }
    for (std::size_t j = 0; j < outputs.count(); ++j) {
      for (std::size_t k = 0; k < o[j].size(); ++k) ASSERT_NEAR(outputs[j][k], moved_o[j][k], 2e-5);
    }
  }

  RowsBuilder inputs, outputs;
  std::vector<std::vector<double>> x, o, moved_x, moved_o;
};

template <class Body>
void each_case(const Body& body) {
  each_width(word_widths, [&](const WordKernels& kernels, int) {
    for (const Case& one : cases) {
      AllRows rows(one);
      auto inputs = row_pointers(rows.inputs), outputs = row_pointers(rows.outputs);
      std::vector<float, LineAllocator<float>> steps(step_floats(one.inputs, one.outputs)),
          moves(move_floats(one.inputs, static_cast<int>(one.dim)));
      body(kernels, one, rows,
           WordKernels::Step{inputs.data(), one.inputs, outputs.data(), one.outputs,
                             static_cast<int>(one.dim), steps.data(), moves.data()});
    }
  });
}

TEST(WordKernels, ALogisticStep) {
  each_case(
      [](const WordKernels& kernels, const Case& one, AllRows& rows, const WordKernels::Step& of) {
        std::vector<float> labels(one.outputs);
        labels[0] = 1;
        double loss = 0;
        for (std::size_t i = 0; i < one.inputs; ++i) {
          for (std::size_t j = 0; j < one.outputs; ++j) {
            const double right = 1 / (1 + std::exp(-rows.score(i, j)));
            loss -= std::log(labels[j] > 0 ? right : 1 - right);
            rows.move(i, j, 0.05 * (labels[j] - right), j < one.slow ? 0.25 : 1);
          }
        }
        kernels.score(of);
        EXPECT_NEAR(kernels.logistic(of, {labels.data(), one.slow, 0.25F}, 0.05F, true), loss,
                    1e-5 * loss);
        rows.expect();
      });
}

TEST(WordKernels, ASoftmaxStep) {
  each_case(
      [](const WordKernels& kernels, const Case& one, AllRows& rows, const WordKernels::Step& of) {
        const std::size_t target = one.outputs / 2;
        double loss = 0;
        for (std::size_t i = 0; i < one.inputs; ++i) {
          double sum = 0;
          for (std::size_t j = 0; j < one.outputs; ++j) sum += std::exp(rows.score(i, j));
          loss += std::log(sum) - rows.score(i, target);
          for (std::size_t j = 0; j < one.outputs; ++j) {
            rows.move(i, j, 0.05 * ((j == target) - std::exp(rows.score(i, j)) / sum), 1);
          }
        }
        EXPECT_NEAR(kernels.softmax(of, static_cast<int>(target), 0.05F, true), loss,
                    1e-5 * loss + 1e-6);
        rows.expect();
      });
}

TEST(WordKernels, TheMeanOfRowsAndWhatMovedIt) {
  each_width(word_widths, [](const WordKernels& kernels, int) {
    const int dim = 50;
    RowsBuilder rows = random_rows(7, dim, 1), mean = random_rows(2, dim, 2);
    RowsBuilder before = random_rows(7, dim, 1);
    auto pointers = row_pointers(rows);
    kernels.mean(pointers.data(), pointers.size(), dim, mean[0].data());
    for (int k = 0; k < dim; ++k) {
      double sum = 0;
      for (const float* row : pointers) sum += row[k];
      EXPECT_NEAR(mean[0][static_cast<std::size_t>(k)], sum / 7, 1e-6);
    }
    kernels.pass_on(mean[0].data(), mean[1].data(), 0.5F, pointers.data(), pointers.size(), dim);
    for (std::size_t i = 0; i < 7; ++i) {
      for (std::size_t k = 0; k < dim; ++k) {
        EXPECT_NEAR(rows[i][k], before[i][k] + 0.5F * (mean[1][k] - mean[0][k]), 1e-6);
      }
    }
  });
}

TEST(WordKernels, AStepOfGlove) {
  each_width(word_widths, [](const WordKernels& kernels, int) {
    for (const bool biases : {false, true}) {
      const std::size_t dim = 40;
      RowsBuilder vectors = random_rows(2, dim, 1), squares(2, dim);
      for (std::size_t i = 0; i < 2; ++i) {
        for (float& cell : squares[i]) cell = 1.5F;
      }
      RowsBuilder before = random_rows(2, dim, 1);
      float bias[2][2] = {{0.5F, 1}, {-0.25F, 1}};
      const auto row = [&](std::size_t i) {
        return WordKernels::GloveRow{vectors[i].data(), squares[i].data(),
                                     biases ? bias[i] : nullptr};
      };
      double off = biases ? 0.25 : 0.0;
      for (std::size_t k = 0; k < dim; ++k) off += double{before[0][k]} * before[1][k];
      off -= 1.5;
      EXPECT_NEAR(kernels.glove(row(0), row(1), 48, 1.5F, 0.05F), off, 1e-5);
      for (std::size_t i = 0; i < 2; ++i) {
        for (std::size_t k = 0; k < dim; ++k) {
          const double step = 0.05 * off * before[1 - i][k];
          EXPECT_NEAR(vectors[i][k], before[i][k] - step / std::sqrt(1.5), 1e-5);
          EXPECT_NEAR(squares[i][k], 1.5 + step * step, 1e-6);
        }
        if (!biases) continue;
        EXPECT_NEAR(bias[i][0], (i == 0 ? 0.5 : -0.25) - 0.05 * off, 1e-6);
        EXPECT_NEAR(bias[i][1], 1 + 0.05 * off * 0.05 * off, 1e-6);
      }
    }
  });
}

TEST(WordKernels, ARowOfASparseMatrix) {
  each_width(word_widths, [](const WordKernels& kernels, int lanes) {
    for (const int cols : {lanes, 4 * lanes, 13 * lanes}) {
      const Mat x = normal({30, cols}, 1, 1);
      std::vector<SparseCell> cells;
      for (int i = 0; i < 30; i += 2) cells.push_back({i, 0.1F * static_cast<float>(i)});
      std::vector<float> to(static_cast<std::size_t>(cols));
      kernels.sparse_row(cells.data(), cells.size(), x.data(), cols, to.data());
      for (int c = 0; c < cols; ++c) {
        double sum = 0;
        for (const SparseCell& cell : cells) sum += double{cell.value} * x(cell.column, c);
        ASSERT_NEAR(to[static_cast<std::size_t>(c)], sum, 1e-4);
      }
    }
  });
}

TEST(WordKernels, ProductsOfColumnsInDouble) {
  each_width(word_widths, [](const WordKernels& kernels, int lanes) {
    for (const int cols : {lanes, 5 * lanes}) {
      const Mat x = normal({23, cols}, 1, 1);
      std::vector<double> room(x.size()), sums(static_cast<std::size_t>(cols * cols), 2);
      kernels.gram(x.data(), x.rows(), cols, room.data(), sums.data());
      for (int i = 0; i < cols; ++i) {
        for (int j = 0; j <= i; ++j) {
          double wanted = 2;
          for (int row = 0; row < x.rows(); ++row) wanted += double{x(row, i)} * x(row, j);
          ASSERT_NEAR(sums[static_cast<std::size_t>(i * cols + j)], wanted, 1e-12);
        }
      }
    }
  });
}

}  // namespace
}  // namespace glassformer
