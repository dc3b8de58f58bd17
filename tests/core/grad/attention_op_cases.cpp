#include "tests/core/grad/attention_op_cases.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace glassformer::testing_ops {

namespace {

using V = const std::vector<Var>&;
using X = const Given&;

// Two sentences where there are rows for two, and two heads where the columns allow it.
struct Packed {
  Packed(Sizes s) : heads(s.m % 2 == 0 ? 2 : 1), causal(s.n % 2 == 0) {
    const int n = s.n > 1 && s.k > 1 ? s.n / 2 : s.n, k = s.n > 1 && s.k > 1 ? s.k / 2 : s.k;
    places = {0, n, 0, k};
    if (n < s.n) places.insert(places.end(), {n, s.n - n, k, s.k - k});
  }
  int heads;
  bool causal;
  std::vector<int> places;
};

double attended(const Given& x, int row, int col, Sizes s) {
  const Packed packed(s);
  const bool second = row >= packed.places[1];
  const int* place = packed.places.data() + (second ? 4 : 0);
  const int d_k = s.m / packed.heads, first = col / d_k * d_k;
  double sum = 0, top = 0;
  for (int j = 0; j < place[3]; ++j) {
    if (packed.causal && j > row - place[0]) break;
    double score = 0;
    for (int p = first; p < first + d_k; ++p) score += 1.0 * x[0](row, p) * x[1](place[2] + j, p);
    const double e = std::exp(score / std::sqrt(d_k));
    sum += e;
    top += e * x[2](place[2] + j, col);
  }
  return top / sum;
}

// The keys of each of n queries among k: the first half of them, or all from the middle on.
std::vector<int> own_keys(Sizes s) {
  std::vector<int> list;
  const int half = std::max(1, s.k / 2);
  for (int i = 0; i < s.n; ++i) {
    const bool second = i % 2 == 1 && s.k > 1;
    list.insert(list.end(), {second ? half : 0, second ? s.k - half : half});
  }
  return list;
}

int key_at(Sizes s, int query, int j) {
  const std::vector<int> list = own_keys(s);
  const auto at = 2 * static_cast<std::size_t>(query);
  return j < list[at + 1] ? list[at] + j : -1;
}

}  // namespace

int most_own_keys(Sizes s) {
  const int half = std::max(1, s.k / 2);
  return s.n > 1 && s.k > 1 ? std::max(half, s.k - half) : half;
}

std::vector<OpCase> attention_op_cases() {
  // clang-format off
  return {
    {"packed_attention",
     "nm km km",
     "nm",
     [](Tape& t, V v, Sizes s) {
       const Packed p(s);
       return packed_attention(t, v[0], v[1], v[2], p.heads, p.places, p.causal);
     },
     attended,
     {{2, 3}, {4, 3}, {4, 2}},
     true},
    {"sentence_dot",
     "nm km",
     "nl",
     [](Tape& t, V v, Sizes s) { return sentence_dot(t, v[0], v[1], own_keys(s)); },
     [](X x, int i, int j, Sizes s) {
       const int key = key_at(s, i, j);
       if (key < 0) return -std::numeric_limits<double>::infinity();
       return product(s.m, [&](int p) { return 1.0 * x[0](i, p) * x[1](key, p); });
     },
     {{2, 3}, {1, 4}}},
    {"sentence_additive",
     "nm km 1m",
     "nl",
     [](Tape& t, V v, Sizes s) { return sentence_additive(t, v[0], v[1], v[2], own_keys(s)); },
     [](X x, int i, int j, Sizes s) {
       const int key = key_at(s, i, j);
       if (key < 0) return -std::numeric_limits<double>::infinity();
       return product(
           s.m, [&](int p) { return x[2](0, p) * std::tanh(1.0 * x[0](i, p) + x[1](key, p)); });
     },
     {{1, 3}, {1, 3}, {1, 2}}},
    {"sentence_mix",
     "nl km",
     "nm",
     [](Tape& t, V v, Sizes s) { return sentence_mix(t, v[0], v[1], own_keys(s)); },
     [](X x, int i, int j, Sizes s) {
       return product(most_own_keys(s), [&](int p) {
         const int key = key_at(s, i, p);
         return key < 0 ? 0.0 : 1.0 * x[0](i, p) * x[1](key, j);
       });
     },
     {{2, 3}, {1, 3}}},
  };
  // clang-format on
}

}  // namespace glassformer::testing_ops
