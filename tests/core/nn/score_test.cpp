#include "core/nn/score.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/nn/axes.h"
#include "core/tensor/error.h"
#include "core/tensor/rng.h"

// Several queries at once, against the definition of each score, pair by pair.
namespace glassformer {
namespace {

struct Pair {
  Tape tape;
  Var q, k;
  PairAxes axes{numbered("query"), numbered("key"), ""};
};

Pair random_pair(int n, int m, int d) {
  Pair pair;
  pair.q = pair.tape.input(normal({n, d}, 1, 11));
  pair.k = pair.tape.input(normal({m, d}, 1, 12));
  return pair;
}

template <class Score>
void expect_each(const Tape& tape, Var made, Shape shape, Score score) {
  ASSERT_EQ(tape.shape(made), shape);
  EXPECT_EQ(tape.node(made).path, "scores");
  for (int i = 0; i < shape.rows; ++i) {
    for (int j = 0; j < shape.cols; ++j) EXPECT_NEAR(tape.value(made)(i, j), score(i, j), 1e-5);
  }
}

double dot(const Mat& a, int i, const Mat& b, int j) {
  double sum = 0;
  for (int c = 0; c < a.cols(); ++c) sum += static_cast<double>(a(i, c)) * b(j, c);
  return sum;
}

class ScorePairs : public ::testing::TestWithParam<std::array<int, 3>> {};

TEST_P(ScorePairs, EqualTheirDefinitions) {
  const auto [n, m, d] = GetParam();
  const auto fresh = [&] { return random_pair(n, m, d); };
  const Mat q = normal({n, d}, 1, 11), k = normal({m, d}, 1, 12);
  const Shape shape{n, m};
  {
    Pair p = fresh();
    expect_each(p.tape, dot_score(p.tape, p.q, p.k, p.axes), shape,
                [&](int i, int j) { return dot(q, i, k, j); });
  }
  {
    Pair p = fresh();
    expect_each(p.tape, scaled_dot_score(p.tape, p.q, p.k, p.axes), shape,
                [&, d = d](int i, int j) { return dot(q, i, k, j) / std::sqrt(d); });
  }
  {
    Pair p = fresh();
    const Mat w = normal({d, d}, 1, 13);
    const Var weight = p.tape.input(w);
    expect_each(p.tape, bilinear_score(p.tape, p.q, p.k, weight, p.axes), shape,
                [&, d = d](int i, int j) {
                  double sum = 0;
                  for (int a = 0; a < d; ++a) {
                    for (int b = 0; b < d; ++b) sum += double{q(i, a)} * w(a, b) * k(j, b);
                  }
                  return sum;
                });
  }
  {
    Pair p = fresh();
    constexpr int h = 3;
    const Mat w = normal({d, h}, 1, 14), u = normal({d, h}, 1, 15), v = normal({1, h}, 1, 16);
    const Var wv = p.tape.input(w), uv = p.tape.input(u), vv = p.tape.input(v);
    expect_each(p.tape, additive_score(p.tape, p.q, p.k, wv, uv, vv, p.axes), shape,
                [&, d = d](int i, int j) {
                  double sum = 0;
                  for (int c = 0; c < h; ++c) {
                    double inner = 0;
                    for (int a = 0; a < d; ++a) {
                      inner += double{q(i, a)} * w(a, c) + double{k(j, a)} * u(a, c);
                    }
                    sum += v(0, c) * std::tanh(inner);
                  }
                  return sum;
                });
  }
  {
    Pair p = fresh();
    expect_each(p.tape, inverse_distance_score(p.tape, p.q, p.k, p.axes), shape, [&](int i, int j) {
      return 1 / std::sqrt(dot(q, i, q, i) - 2 * dot(q, i, k, j) + dot(k, j, k, j));
    });
  }
  {
    Pair p = fresh();
    expect_each(p.tape, cosine_score(p.tape, p.q, p.k, p.axes), shape, [&](int i, int j) {
      return dot(q, i, k, j) / std::sqrt(dot(q, i, q, i) * dot(k, j, k, j));
    });
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, ScorePairs,
                         ::testing::Values(std::array{1, 1, 1}, std::array{1, 5, 3},
                                           std::array{4, 1, 2}, std::array{3, 7, 8}));

TEST(Score, WidthsThatDoNotFitAreRefused) {
  Tape tape;
  const Var q = tape.input(Mat(2, 3, 1)), k = tape.input(Mat(2, 4, 1));
  const PairAxes axes{numbered("query"), numbered("key"), ""};
  EXPECT_THROW(dot_score(tape, q, k, axes), ShapeError);
  EXPECT_THROW(inverse_distance_score(tape, q, k, axes), ShapeError);
  EXPECT_THROW(cosine_score(tape, q, k, axes), ShapeError);
}

}  // namespace
}  // namespace glassformer
