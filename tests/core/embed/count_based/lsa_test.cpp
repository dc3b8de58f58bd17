#include "core/embed/count_based/lsa.h"

#include <gtest/gtest.h>

#include <Eigen/SVD>
#include <cmath>

#include "core/embed/count_based/svd.h"
#include "core/kernels/width.h"
#include "core/tensor/error.h"
#include "core/tensor/rng.h"

namespace glassformer {
namespace {

SparseRows random_matrix(int rows, int cols, int percent, std::uint64_t seed) {
  Rng rng(seed);
  SparseRows a(cols);
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < cols; ++c) {
      if (rng.below(100) >= percent) continue;
      a.add({c, static_cast<float>(rng.normal())});
    }
    a.end_row();
  }
  return a;
}

Eigen::MatrixXd dense(const SparseRows& a) {
  Eigen::MatrixXd m = Eigen::MatrixXd::Zero(a.rows(), a.cols());
  std::vector<SparseCell> cells;
  for (int r = 0; r < a.rows(); ++r) {
    a.read(r, r + 1, cells);
    for (const auto& [column, value] : cells) m(r, column) = static_cast<double>(value);
  }
  return m;
}

// Whole decompositions: value by value, and the columns up to their sign.
void expect_equal(const Svd& svd, const SparseRows& a, double tolerance) {
  const Eigen::JacobiSVD<Eigen::MatrixXd> full(dense(a), Eigen::ComputeThinU | Eigen::ComputeThinV);
  for (int k = 0; k < static_cast<int>(svd.values.size()); ++k) {
    EXPECT_NEAR(svd.values[static_cast<std::size_t>(k)], full.singularValues()[k], tolerance);
    double left = 0, right = 0;
    for (int r = 0; r < a.rows(); ++r) {
      left += static_cast<double>(svd.left(r, k)) * full.matrixU()(r, k);
    }
    for (int c = 0; c < a.cols(); ++c) {
      right += static_cast<double>(svd.right(c, k)) * full.matrixV()(c, k);
    }
    EXPECT_NEAR(std::abs(left), 1, tolerance) << k;
    EXPECT_NEAR(std::abs(right), 1, tolerance) << k;
    EXPECT_GT(left * right, 0) << k;
  }
}

TEST(SparseRows, MultiplyAsDenseOnes) {
  const SparseRows a = random_matrix(70, 45, 20, 1);
  const int lanes = lanes_in_use();
  for (const int cols : {lanes, 5 * lanes, 13 * lanes}) {
    const Mat x = normal({45, cols}, 1, 2);
    const Mat y = product(a, x, 3);
    const Eigen::MatrixXd d = dense(a);
    for (int r = 0; r < 70; ++r) {
      for (int c = 0; c < cols; ++c) {
        double sum = 0;
        for (int k = 0; k < 45; ++k) sum += d(r, k) * static_cast<double>(x(k, c));
        ASSERT_NEAR(static_cast<double>(y(r, c)), sum, 1e-4);
      }
    }
  }
  EXPECT_EQ(dense(transposed(a, 3)), dense(a).transpose());
}

// More than a pass over it turns, and than stays in memory.
TEST(SparseRows, LargeOnesLieInAFile) {
  const int rows = 2300, cols = 2000;
  SparseRows a(cols);
  const auto value = [](int r, int c) {
    return static_cast<float>(r) + static_cast<float>(c) / 4096;
  };
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < cols; ++c) a.add({c, value(r, c)});
    a.end_row();
  }
  const SparseRows t = transposed(a, 2);
  ASSERT_EQ(t.rows(), cols);
  ASSERT_EQ(t.cells(), a.cells());
  std::vector<SparseCell> cells;
  for (const int c : {0, 1, 999, 1998, 1999}) {
    t.read(c, c + 1, cells);
    ASSERT_EQ(cells.size(), static_cast<std::size_t>(rows));
    for (const int r : {0, 1150, 2299}) {
      EXPECT_EQ(cells[static_cast<std::size_t>(r)], (SparseCell{r, value(r, c)}));
    }
  }
  Mat x(cols, lanes_in_use());
  x(1999, 0) = 1;
  EXPECT_EQ(product(a, x, 2)(2299, 0), value(2299, 1999));
}

TEST(TruncatedSvd, EqualsTheFullOneOfSmallMatrices) {
  SvdOptions options;
  for (const auto& [rows, cols] : {std::pair(20, 20), std::pair(31, 17), std::pair(9, 40)}) {
    const SparseRows a = random_matrix(rows, cols, 40, 3);
    options.extra = 40;
    expect_equal(truncated_svd(a, 6, options), a, 2e-4);
  }
}

TEST(TruncatedSvd, EqualsTheFullOneWhereItsValuesFall) {
  // a matrix of rank 12 with noise below it
  const SparseRows left = random_matrix(150, 12, 100, 5), right = random_matrix(12, 110, 100, 6);
  const Eigen::MatrixXd all = dense(left) * dense(right);
  const Mat noise = normal({150, 110}, 0.05, 7);
  SparseRows a(110);
  for (int r = 0; r < 150; ++r) {
    for (int c = 0; c < 110; ++c) {
      a.add({c, static_cast<float>(all(r, c)) + noise(r, c)});
    }
    a.end_row();
  }
  expect_equal(truncated_svd(a, 12, {}), a, 1e-3);
}

// Of random numbers no value stands out: rounds alone find other directions.
TEST(TruncatedSvd, EqualsTheFullOneWhereItsValuesHardlyFallIfFiltered) {
  const SparseRows a = random_matrix(160, 150, 30, 9);
  SvdOptions options;
  options.filters = 6;
  options.extra = 20;
  expect_equal(truncated_svd(a, 20, options), a, 1e-3);
  const Eigen::JacobiSVD<Eigen::MatrixXd> full(dense(a));
  EXPECT_GT(full.singularValues()[19] - truncated_svd(a, 20, {}).values[19], 0.1);
}

TEST(TruncatedSvd, HasNoDirectionWhereThereIsNone) {
  SparseRows a(3);  // rank 1
  a.add({0, 1}), a.add({2, 2}), a.end_row();
  a.end_row();
  a.add({0, 2}), a.add({2, 4}), a.end_row();
  const Svd svd = truncated_svd(a, 3, {});
  ASSERT_EQ(svd.values.size(), 3U);
  EXPECT_NEAR(svd.values[0], 5, 1e-5);
  EXPECT_NEAR(svd.values[1], 0, 1e-5);
  for (const Real cell : svd.left.cells()) EXPECT_TRUE(std::isfinite(cell));
}

TEST(TruncatedSvd, DoesNotDependOnThreads) {
  const SparseRows a = random_matrix(300, 300, 10, 8);
  SvdOptions one, many;
  one.threads = 1;
  many.threads = 4;
  EXPECT_EQ(truncated_svd(a, 20, one).left, truncated_svd(a, 20, many).left);
}

TEST(Lsa, WeighsCounts) {
  const EncodedText text = encode_text("a b\na b\na c\n", {}, 1, "text");
  LsaConfig config;
  config.weighting = LsaConfig::Weighting::counts;
  const Eigen::MatrixXd counts = dense(lsa_matrix(text, config));
  const int a = text.words.find("a"), b = text.words.find("b"), c = text.words.find("c");
  EXPECT_EQ(counts(a, b), 2);
  EXPECT_EQ(counts(c, a), 1);
  EXPECT_EQ(counts(b, c), 0);
  config.weighting = LsaConfig::Weighting::ppmi;
  config.context_power = 1;
  // p(a, b) = 2/6, p(a) = 3/6, p(b) = 2/6
  EXPECT_NEAR(dense(lsa_matrix(text, config))(a, b), std::log(2.0), 1e-6);
  config.weighting = LsaConfig::Weighting::log_counts;
  EXPECT_NEAR(dense(lsa_matrix(text, config))(a, b), std::log(3.0), 1e-6);
}

// Positive PMI: who meets less often than by chance has no cell.
TEST(Lsa, PmiBelowZeroIsNoCell) {
  const EncodedText text = encode_text("a b\na b\na b\na c\nc d\nc d\nb d\n", {}, 1, "text");
  LsaConfig config;
  config.weighting = LsaConfig::Weighting::ppmi;
  config.context_power = 1;
  const Eigen::MatrixXd ppmi = dense(lsa_matrix(text, config));
  // p(b, d) = 1/14, p(b) = 4/14, p(d) = 3/14: log(14/12) > 0; p(a, c) = 1/14, p(a) = 4/14, p(c) =
  // 3/14 alike; p(a, b) = 3/14
  const int a = text.words.find("a"), b = text.words.find("b"), c = text.words.find("c");
  EXPECT_NEAR(ppmi(a, b), std::log(3.0 * 14 / 16), 1e-6);
  EXPECT_NEAR(ppmi(a, c), std::log(14.0 / 12), 1e-6);
  const EncodedText rare = encode_text("a b\na b\na b\na c\nc d\nc d\nc d\n", {}, 1, "text");
  const SparseRows matrix = lsa_matrix(rare, config);
  EXPECT_EQ(matrix.cells(), 4U);  // a beside b, c beside d, both ways
  const Eigen::MatrixXd below = dense(matrix);
  // p(a, c) = 1/14, p(a) = p(c) = 4/14: log(14/16) < 0
  EXPECT_EQ(below(rare.words.find("a"), rare.words.find("c")), 0);
}

// Levy, Goldberg and Dagan 2015, equation 3: p(c) is #(c)^α / Σ #(c')^α, with α = 0.75.
TEST(Lsa, FrequentContextsWeighLessByThePower) {
  const EncodedText text = encode_text("a b\na b\na c\n", {}, 1, "text");
  LsaConfig config;
  config.weighting = LsaConfig::Weighting::ppmi;
  config.context_power = 0.75;
  const Eigen::MatrixXd ppmi = dense(lsa_matrix(text, config));
  const int a = text.words.find("a"), b = text.words.find("b"), c = text.words.find("c");
  // #(a) = 3, #(b) = 2, #(c) = 1
  const double all = std::pow(3, 0.75) + std::pow(2, 0.75) + 1;
  EXPECT_NEAR(ppmi(a, b), std::log(2.0 / 3 / (std::pow(2, 0.75) / all)), 1e-6);
  EXPECT_NEAR(ppmi(a, c), std::log(1.0 / 3 / (1 / all)), 1e-6);
}

TEST(Lsa, VectorsRebuildTheMatrix) {
  const EncodedText text = encode_text("a b c d\nb c d a a\nd d c b\nc a b\n", {}, 1, "text");
  LsaConfig config;
  config.weighting = LsaConfig::Weighting::counts;
  config.value_power = 1;
  const WordVectors made = train_lsa(text, config);
  ASSERT_EQ(made.dim(), 4U);
  // U Σ (U Σ)ᵀ = A Aᵀ
  const Eigen::MatrixXd matrix = dense(lsa_matrix(text, config));
  const Eigen::MatrixXd expected = matrix * matrix.transpose();
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) {
      double sum = 0;
      for (std::size_t d = 0; d < 4; ++d) {
        sum += static_cast<double>(made.vectors[static_cast<std::size_t>(i)][d]) *
               static_cast<double>(made.vectors[static_cast<std::size_t>(j)][d]);
      }
      EXPECT_NEAR(sum, expected(i, j), 1e-3 * expected.norm());
    }
  }
}

// At a tenth of the rank it is still the full decomposition, cut off.
TEST(Lsa, IsTheFullDecompositionCutOff) {
  std::string lines;
  Rng rng(5);
  for (int i = 0; i < 3000; ++i) {
    lines += "w" + std::to_string(rng.below(15) * rng.below(15)) + (i % 6 == 5 ? "\n" : " ");
  }
  const EncodedText text = encode_text(lines, {}, 1, "text");
  LsaConfig config;
  config.dim = 8;
  const WordVectors made = train_lsa(text, config);
  const Eigen::JacobiSVD<Eigen::MatrixXd> full(dense(lsa_matrix(text, config)));
  for (std::size_t d = 0; d < made.dim(); ++d) {
    double square = 0;  // of a column of U √Σ: the singular value
    for (std::size_t i = 0; i < made.words.size(); ++i) {
      square += static_cast<double>(made.vectors[i][d]) * made.vectors[i][d];
    }
    EXPECT_NEAR(square, full.singularValues()[static_cast<int>(d)], 1e-3) << d;
  }
}

TEST(Lsa, RefusesWhatCannotBeComputed) {
  LsaConfig config;
  config.dim = 0;
  EXPECT_THROW(train_lsa(encode_text("a b", {}, 1, "text"), config), UserError);
}

}  // namespace
}  // namespace glassformer
