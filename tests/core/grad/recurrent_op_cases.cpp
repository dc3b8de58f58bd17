#include "tests/core/grad/recurrent_op_cases.h"

#include <cmath>
#include <functional>

#include "core/grad/op.h"
#include "core/grad/ops/sequences.h"

namespace glassformer::testing_ops {

namespace {

using V = const std::vector<Var>&;
using X = const Given&;

// The sentences of the recurrent ops: two where there are rows for two.
std::vector<int> begins_of(Sizes s) {
  if (s.n == 1) return {0, 1};
  return {0, s.n / 2, s.n};
}

bool is_reversed(Sizes s) {
  return s.m % 2 == 0;
}

double logistic(double x) {
  return 1 / (1 + std::exp(-x));
}

using Line = std::vector<double>;

// Runs the sentence of a row up to that row: step(row, before) is the state after it.
Line run_to(X given, int row, Sizes s, const std::function<Line(int, const Line&)>& step) {
  const std::vector<int> begins = begins_of(s);
  const int sentence = begins.size() > 2 && row >= begins[1] ? 1 : 0;
  const Mat& first = given[2];
  Line state(first.row(sentence).begin(), first.row(sentence).end());
  const auto at = static_cast<std::size_t>(sentence);
  if (is_reversed(s)) {
    for (int r = begins[at + 1] - 1; r >= row; --r) state = step(r, state);
  } else {
    for (int r = begins[at]; r <= row; ++r) state = step(r, state);
  }
  return state;
}

double fed(const Line& state, const Mat& u, int col) {
  double sum = 0;
  for (int p = 0; p < u.rows(); ++p) sum += state[static_cast<std::size_t>(p)] * u(p, col);
  return sum;
}

double elman_cell(X x, int row, int col, Sizes s) {
  const Line state = run_to(x, row, s, [&](int r, const Line& before) {
    Line after;
    for (int j = 0; j < s.m; ++j) after.push_back(std::tanh(x[0](r, j) + fed(before, x[1], j)));
    return after;
  });
  return state[static_cast<std::size_t>(col)];
}

double gru_cell(X x, int row, int col, Sizes s) {
  const bool after_product = x.size() == 4;
  const Line state = run_to(x, row, s, [&](int r, const Line& before) {
    Line after, held;
    const auto gate = [&](int which, int j) {
      return logistic(x[0](r, which * s.m + j) + fed(before, x[1], which * s.m + j));
    };
    for (int j = 0; j < s.m; ++j) held.push_back(gate(1, j) * before[static_cast<std::size_t>(j)]);
    for (int j = 0; j < s.m; ++j) {
      const int at = 2 * s.m + j;
      const double inside =
          after_product ? gate(1, j) * (fed(before, x[1], at) + x[3](0, j)) : fed(held, x[1], at);
      const double z = gate(0, j);
      after.push_back((1 - z) * before[static_cast<std::size_t>(j)] +
                      z * std::tanh(x[0](r, at) + inside));
    }
    return after;
  });
  return state[static_cast<std::size_t>(col)];
}

double lstm_cell(X x, int row, int col, Sizes s) {
  const Line state = run_to(x, row, s, [&](int r, const Line& before) {
    Line h, c;
    for (int j = 0; j < s.m; ++j) {
      const auto sum = [&](int which) {
        return x[0](r, which * s.m + j) + fed(before, x[1], which * s.m + j);
      };
      c.push_back(logistic(sum(1)) * before[static_cast<std::size_t>(s.m + j)] +
                  logistic(sum(0)) * std::tanh(sum(2)));
      h.push_back(logistic(sum(3)) * std::tanh(c.back()));
    }
    h.insert(h.end(), c.begin(), c.end());
    return h;
  });
  return state[static_cast<std::size_t>(col)];
}

// The same of x W + b; W and b are the last two.
template <double (*cell)(X, int, int, Sizes)>
double layer_cell(X x, int row, int col, Sizes s) {
  const Mat &w = x[x.size() - 2], &b = x.back();
  Mat outside(x[0].rows(), w.cols());
  for (int i = 0; i < outside.rows(); ++i) {
    for (int j = 0; j < outside.cols(); ++j) {
      outside(i, j) =
          static_cast<Real>(b(0, j) + fed({x[0].row(i).begin(), x[0].row(i).end()}, w, j));
    }
  }
  Given given(x.begin(), x.end() - 2);
  given[0] = outside;
  return cell(given, row, col, s);
}

// Without asking whether a product in steps is better.
Var record_layer(Tape& t, std::string_view op, V v, Sizes s) {
  return t.record(*find_op(op), v, of_sentences(begins_of(s), is_reversed(s)));
}

}  // namespace

std::vector<OpCase> recurrent_op_cases() {
  // A table reads best as one.
  // clang-format off
  return {
      {"elman",
       "nm mm bm",
       "nm",
       [](Tape& t, V v, Sizes s) {
         return elman(t, v[0], v[1], v[2], begins_of(s), is_reversed(s));
       },
       elman_cell,
       {{1, 4}, {4, 3}, {1, 4}},
       true},
      {"gru",
       "nt mt bm",
       "nm",
       [](Tape& t, V v, Sizes s) { return gru(t, v[0], v[1], v[2], begins_of(s), is_reversed(s)); },
       gru_cell,
       {{1, 12}, {4, 11}, {1, 4}},
       true},
      {"gru_reset_after",
       "nt mt bm 1m",
       "nm",
       [](Tape& t, V v, Sizes s) {
         return gru_reset_after(t, v[0], v[1], v[2], v[3], begins_of(s), is_reversed(s));
       },
       gru_cell,
       {{1, 12}, {4, 12}, {1, 4}, {1, 3}},
       true},
      {"lstm",
       "nq mq bd",
       "nd",
       [](Tape& t, V v, Sizes s) {
         return lstm(t, v[0], v[1], v[2], begins_of(s), is_reversed(s));
       },
       lstm_cell,
       {{1, 16}, {4, 16}, {1, 4}},
       true},
      {"elman_layer",
       "nk mm bm km 1m",
       "nm",
       [](Tape& t, V v, Sizes s) { return record_layer(t, "elman_layer", v, s); },
       layer_cell<elman_cell>,
       {{1, 5}, {4, 4}, {1, 4}, {6, 4}, {1, 4}},
       true},
      {"gru_layer",
       "nk mt bm kt 1t",
       "nm",
       [](Tape& t, V v, Sizes s) { return record_layer(t, "gru_layer", v, s); },
       layer_cell<gru_cell>,
       {{1, 5}, {4, 12}, {1, 4}, {5, 11}, {1, 12}},
       true},
      {"gru_reset_after_layer",
       "nk mt bm 1m kt 1t",
       "nm",
       [](Tape& t, V v, Sizes s) { return record_layer(t, "gru_reset_after_layer", v, s); },
       layer_cell<gru_cell>,
       {{1, 5}, {4, 12}, {1, 4}, {1, 4}, {5, 12}, {1, 11}},
       true},
      {"lstm_layer",
       "nk mq bd kq 1q",
       "nd",
       [](Tape& t, V v, Sizes s) { return record_layer(t, "lstm_layer", v, s); },
       layer_cell<lstm_cell>,
       {{1, 5}, {4, 16}, {1, 8}, {5, 16}, {2, 16}},
       true},
  };
  // clang-format on
}

}  // namespace glassformer::testing_ops
