#include "core/speed/layers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/kernels/width.h"
#include "core/tensor/rng.h"
#include "tests/core/kernels/threads.h"

namespace glassformer {
namespace {

constexpr double kTolerance = 1e-5;

// Word i looks at the words first … last − 1: summed in double, one after the other.
template <class Seen>
Mat naive_attention(const Mat& q, const Mat& k, const Mat& v, const Seen& seen) {
  const int n = q.rows(), d = q.cols();
  Mat out(n, d);
  for (int i = 0; i < n; ++i) {
    const auto [first, last] = seen(i);
    std::vector<double> e;
    double total = 0;
    for (int j = first; j < last; ++j) {
      double score = 0;
      for (int c = 0; c < d; ++c) score += static_cast<double>(q(i, c)) * k(j, c);
      e.push_back(std::exp(score / std::sqrt(static_cast<double>(d))));
      total += e.back();
    }
    for (int c = 0; c < d; ++c) {
      double sum = 0;
      for (int j = first; j < last; ++j) {
        sum += e[static_cast<std::size_t>(j - first)] / total * v(j, c);
      }
      out(i, c) = static_cast<Real>(sum);
    }
  }
  return out;
}

struct Words {
  Words(int n, int d) : q(normal({n, d}, 1, 1)), k(normal({n, d}, 1, 2)), v(normal({n, d}, 1, 3)) {}
  Mat full() const {
    Mat scores(q.rows(), padded(q.rows())), out(q.shape());
    self_attention(q, k, v, scores, out);
    return out;
  }
  Mat restricted(int r) const {
    Mat out(q.shape());
    restricted_attention(q, k, v, r, out);
    return out;
  }
  Mat q, k, v;
};

TEST(Layers, SelfAttentionIsItsFormula) {
  for (const auto& [n, d] : {std::pair{1, 1}, {5, 3}, {17, 8}, {70, 20}, {130, 33}}) {
    const Words words(n, d);
    const Mat wanted = naive_attention(words.q, words.k, words.v, [n = n](int) {
      return std::pair{0, n};
    });
    EXPECT_LE(largest_difference(words.full(), wanted), kTolerance) << n << " words of " << d;
  }
}

TEST(Layers, RestrictedAttentionSeesSoManyNeighbours) {
  for (const auto& [n, r] : {std::pair{9, 1}, {9, 2}, {9, 3}, {50, 5}, {50, 20}, {300, 7}}) {
    const Words words(n, 12);
    const Mat wanted = naive_attention(words.q, words.k, words.v, [n = n, r = r](int i) {
      const int first = std::clamp(i - (r - 1) / 2, 0, n - r);
      return std::pair{first, first + r};
    });
    EXPECT_LE(largest_difference(words.restricted(r), wanted), kTolerance) << n << ", r = " << r;
  }
}

TEST(Layers, RestrictedToOneWordIsThatWord) {
  const Words words(40, 6);
  EXPECT_LE(largest_difference(words.restricted(1), words.v), 1e-6);
}

TEST(Layers, RestrictedToAllWordsIsTheFullOne) {
  const Words words(45, 10);
  const Mat full = words.full();
  for (const int r : {45, 46, 1000}) {
    EXPECT_LE(largest_difference(words.restricted(r), full), kTolerance) << "r = " << r;
  }
}

TEST(Layers, RecurrentIsAHandLoop) {
  for (const auto& [n, d] : {std::pair{1, 1}, {4, 3}, {6, 16}, {30, 37}}) {
    const double deviation = 1 / std::sqrt(static_cast<double>(d));
    const Mat x = normal({n, d}, 1, 1), w = normal({d, d}, deviation, 2),
              u = normal({d, d}, deviation, 3);
    Mat out(n, d);
    recurrent(x, w, u, out);
    std::vector<double> state(static_cast<std::size_t>(d), 0.0);
    for (int t = 0; t < n; ++t) {
      std::vector<double> next(state.size());
      for (int j = 0; j < d; ++j) {
        double sum = 0;
        for (int p = 0; p < d; ++p) {
          sum +=
              static_cast<double>(x(t, p)) * w(p, j) + state[static_cast<std::size_t>(p)] * u(p, j);
        }
        next[static_cast<std::size_t>(j)] = std::tanh(sum);
        EXPECT_NEAR(out(t, j), next[static_cast<std::size_t>(j)], kTolerance) << t << ", " << j;
      }
      state = next;
    }
  }
}

TEST(Layers, RecurrentStepsByHand) {
  const Mat x{{1}, {0}, {0}}, w{{0.5}}, u{{2}};
  Mat out(3, 1);
  recurrent(x, w, u, out);
  EXPECT_NEAR(out(0, 0), 0.46211716, 1e-6);  // tanh 0.5
  EXPECT_NEAR(out(1, 0), 0.72789440, 1e-6);  // tanh(2 · 0.46211716)
  EXPECT_NEAR(out(2, 0), 0.89683160, 1e-6);  // tanh(2 · 0.72789440)
}

TEST(Layers, ConvolutionIsItsDefinition) {
  for (const auto& [n, k] : {std::pair{1, 3}, {7, 2}, {7, 3}, {60, 5}, {4, 9}}) {
    const int d = 11;
    const Mat x = normal({n, d}, 1, 1), w = normal({k * d, d}, 1, 2);
    Mat out(n, d);
    convolution(x, w, k, out);
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < d; ++j) {
        double sum = 0;
        for (int t = 0; t < k; ++t) {
          const int from = i + t - (k - 1) / 2;
          if (from < 0 || from >= n) continue;
          for (int p = 0; p < d; ++p) sum += static_cast<double>(x(from, p)) * w(t * d + p, j);
        }
        EXPECT_NEAR(out(i, j), sum, 2e-5) << "k = " << k << ", cell " << i << ", " << j;
      }
    }
  }
}

TEST(Layers, ConvolutionOfWidthOneIsAProduct) {
  const Mat x{{1, 2}, {3, 4}, {-1, 0}}, w{{0, 1}, {2, -1}};
  Mat out(3, 2);
  convolution(x, w, 1, out);
  EXPECT_EQ(out, (Mat{{4, -1}, {8, -1}, {0, -1}}));
}

TEST(Layers, CoresDoNotChangeABit) {
  const Words words(140, 24);
  const Mat u = normal({24, 24}, 0.2, 4), w = normal({72, 24}, 0.2, 5);
  const auto all = [&] {
    std::vector<Mat> outs{words.full(), words.restricted(30), Mat(140, 24), Mat(140, 24)};
    recurrent(words.q, w, u, outs[2]);
    convolution(words.q, w, 3, outs[3]);
    return outs;
  };
  std::vector<Mat> one, many;
  with_threads(1, [&] { one = all(); });
  with_threads(3, [&] { many = all(); });
  EXPECT_EQ(one, many);
}

}  // namespace
}  // namespace glassformer
