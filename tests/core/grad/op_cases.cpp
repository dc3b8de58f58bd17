#include "tests/core/grad/op_cases.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "core/grad/choice_ops.h"
#include "core/grad/log_sigmoid.h"
#include "tests/core/grad/attention_op_cases.h"
#include "tests/core/grad/recurrent_op_cases.h"
#include "tests/core/grad/tree_op_cases.h"

namespace glassformer::testing_ops {

namespace {

using V = const std::vector<Var>&;
using X = const Given&;

double exp_sum(const Mat& x, int row) {
  double sum = 0;
  for (int k = 0; k < x.cols(); ++k) sum += std::exp(static_cast<double>(x(row, k)));
  return sum;
}

double length(const Mat& x, int row) {
  double sum = 0;
  for (int k = 0; k < x.cols(); ++k) sum += static_cast<double>(x(row, k)) * x(row, k);
  return std::sqrt(sum);
}

double total(const Mat& x, int first_row, int last_row, int first_col, int last_col) {
  double sum = 0;
  for (int i = first_row; i <= last_row; ++i) {
    for (int j = first_col; j <= last_col; ++j) sum += x(i, j);
  }
  return sum;
}

double normed(const Mat& x, int i, int j) {
  const double mean = total(x, i, i, 0, x.cols() - 1) / x.cols();
  double squares = 0;
  for (int k = 0; k < x.cols(); ++k) squares += std::pow(x(i, k) - mean, 2);
  return (x(i, j) - mean) / std::sqrt(squares / x.cols() + 1e-5);
}

double distance_of(const Mat& a, int i, const Mat& b, int j) {
  double squares = 0;
  for (int k = 0; k < a.cols(); ++k) squares += std::pow(static_cast<double>(a(i, k)) - b(j, k), 2);
  return std::sqrt(squares);
}

// The draws of a seed one after the other, row by row.
double dropped(const Mat& x, int row, int col, double p, std::uint64_t seed) {
  Rng rng(seed);
  double draw = 0;
  for (int cell = 0; cell <= row * x.cols() + col; ++cell) draw = rng.uniform();
  return draw < p ? 0 : x(row, col) / (1 - p);
}

int id_of(int i, int n) {
  return (7 * i + 3) % n;  // some rows more than once, some never
}

std::vector<int> ids(int count, int n) {
  std::vector<int> list;
  for (int i = 0; i < count; ++i) list.push_back(id_of(i, n));
  return list;
}

double surprise(const Mat& x, double smoothing) {
  double sum = 0;
  for (int i = 0; i < x.rows(); ++i) {
    for (int j = 0; j < x.cols(); ++j) {
      const double right = (j == id_of(i, x.cols()) ? 1 - smoothing : 0) + smoothing / x.cols();
      sum -= right * std::log(std::exp(static_cast<double>(x(i, j))) / exp_sum(x, i));
    }
  }
  return sum / x.rows();
}

// Neighbours; or with an even number of rows the first half of the columns with the second, or of
// each of two heads.
int apart_of(Sizes s) {
  if (s.n % 2 == 1) return 1;
  return s.m % 2 == 0 ? s.m / 2 : s.m;
}

double smoothing_of(Sizes s) {
  return s.n % 2 == 0 ? 0.1 : 0;
}

// The series of the error function, summed until it stands still: not the library's.
double erf_series(double x) {
  double term = x, sum = x;
  for (int k = 1; std::abs(term) > 1e-18 && k < 200; ++k) {
    term *= -x * x / k;
    sum += term / (2 * k + 1);
  }
  return 2 * std::numbers::inv_sqrtpi * sum;
}

std::vector<OpCase> with(std::vector<OpCase> cases, const std::vector<OpCase>& more) {
  cases.insert(cases.end(), more.begin(), more.end());
  return cases;
}

}  // namespace

const std::vector<OpCase>& op_cases() {
  // A table reads best as one.
  // clang-format off
  static const std::vector<OpCase> cases = with(with(with(recurrent_op_cases(), tree_op_cases()), attention_op_cases()), {
      {"matmul",
       "nk km",
       "nm",
       [](Tape& t, V v, Sizes) { return matmul(t, v[0], v[1]); },
       [](X x, int i, int j, Sizes s) {
         return product(s.k, [&](int p) { return 1.0 * x[0](i, p) * x[1](p, j); });
       },
       {{2, 3}, {4, 5}}},
      {"affine",
       "nk km 1m",
       "nm",
       [](Tape& t, V v, Sizes) { return affine(t, v[0], v[1], v[2]); },
       [](X x, int i, int j, Sizes s) {
         return x[2](0, j) + product(s.k, [&](int p) { return 1.0 * x[0](i, p) * x[1](p, j); });
       },
       {{2, 3}, {4, 5}, {1, 5}}},
      {"matmul_nt",
       "nk mk",
       "nm",
       [](Tape& t, V v, Sizes) { return matmul_nt(t, v[0], v[1]); },
       [](X x, int i, int j, Sizes s) {
         return product(s.k, [&](int p) { return 1.0 * x[0](i, p) * x[1](j, p); });
       },
       {{2, 3}, {3, 2}}},
      {"matmul_tn",
       "kn km",
       "nm",
       [](Tape& t, V v, Sizes) { return matmul_tn(t, v[0], v[1]); },
       [](X x, int i, int j, Sizes s) {
         return product(s.k, [&](int p) { return 1.0 * x[0](p, i) * x[1](p, j); });
       },
       {{2, 3}, {3, 2}}},
      {"transpose", "nm", "mn", [](Tape& t, V v, Sizes) { return transpose(t, v[0]); },
       [](X x, int i, int j, Sizes) { return 1.0 * x[0](j, i); }},
      {"add",
       "nm nm",
       "nm",
       [](Tape& t, V v, Sizes) { return add(t, v[0], v[1]); },
       [](X x, int i, int j, Sizes) { return 1.0 * x[0](i, j) + x[1](i, j); },
       {{2, 3}, {3, 2}}},
      {"add_row",
       "nm 1m",
       "nm",
       [](Tape& t, V v, Sizes) { return add_row(t, v[0], v[1]); },
       [](X x, int i, int j, Sizes) { return 1.0 * x[0](i, j) + x[1](0, j); },
       {{2, 3}, {2, 3}}},
      {"subtract",
       "nm nm",
       "nm",
       [](Tape& t, V v, Sizes) { return subtract(t, v[0], v[1]); },
       [](X x, int i, int j, Sizes) { return 1.0 * x[0](i, j) - x[1](i, j); },
       {{2, 3}, {1, 3}}},
      {"multiply",
       "nm nm",
       "nm",
       [](Tape& t, V v, Sizes) { return multiply(t, v[0], v[1]); },
       [](X x, int i, int j, Sizes) { return 1.0 * x[0](i, j) * x[1](i, j); },
       {{2, 3}, {2, 1}}},
      {"scale", "nm", "nm", [](Tape& t, V v, Sizes) { return scale(t, v[0], -0.375); },
       [](X x, int i, int j, Sizes) { return -0.375 * x[0](i, j); }},
      {"relu", "nm!", "nm", [](Tape& t, V v, Sizes) { return relu(t, v[0]); },
       [](X x, int i, int j, Sizes) { return x[0](i, j) > 0 ? 1.0 * x[0](i, j) : 0.0; }},
      {"gelu", "nm", "nm", [](Tape& t, V v, Sizes) { return gelu(t, v[0]); },
       [](X x, int i, int j, Sizes) {
         return x[0](i, j) * (1 + erf_series(x[0](i, j) / std::numbers::sqrt2)) / 2;
       }},
      {"gelu_tanh", "nm", "nm", [](Tape& t, V v, Sizes) { return gelu_tanh(t, v[0]); },
       [](X x, int i, int j, Sizes) {
         const double v = x[0](i, j);
         return v / 2 *
                (1 + std::tanh(std::sqrt(2 / std::numbers::pi) * (v + 0.044715 * v * v * v)));
       }},
      {"tanh", "nm", "nm", [](Tape& t, V v, Sizes) { return tanh(t, v[0]); },
       [](X x, int i, int j, Sizes) {
         const double e = std::exp(2.0 * x[0](i, j));
         return (e - 1) / (e + 1);
       }},
      {"silu", "nm", "nm", [](Tape& t, V v, Sizes) { return silu(t, v[0]); },
       [](X x, int i, int j, Sizes) { return x[0](i, j) / (1 + std::exp(-1.0 * x[0](i, j))); }},
      {"sigmoid", "nm", "nm", [](Tape& t, V v, Sizes) { return sigmoid(t, v[0]); },
       [](X x, int i, int j, Sizes) { return (1 + std::tanh(x[0](i, j) / 2.0)) / 2; }},
      {"log_sigmoid", "nm", "nm", [](Tape& t, V v, Sizes) { return log_sigmoid(t, v[0]); },
       [](X x, int i, int j, Sizes) { return std::log((1 + std::tanh(x[0](i, j) / 2.0)) / 2); }},
      {"exp", "nm", "nm", [](Tape& t, V v, Sizes) { return exp(t, v[0]); },
       [](X x, int i, int j, Sizes) { return std::pow(std::numbers::e, 1.0 * x[0](i, j)); }},
      {"log", "nm+", "nm", [](Tape& t, V v, Sizes) { return log(t, v[0]); },
       [](X x, int i, int j, Sizes) { return 2 * std::log(std::sqrt(1.0 * x[0](i, j))); }},
      {"sinusoid", "nm", "nm", [](Tape& t, V v, Sizes) { return sinusoid(t, v[0]); },
       [](X x, int i, int j, Sizes) {
         return std::cos(x[0](i, j) - (j % 2 == 0 ? std::numbers::pi / 2 : 0));
       }},
      {"rotate_pairs",
       "nd nm",
       "nd",
       [](Tape& t, V v, Sizes s) { return rotate_pairs(t, v[0], v[1], apart_of(s)); },
       [](X x, int i, int j, Sizes s) {
         const int apart = apart_of(s), block = j / (2 * apart), within = j % (2 * apart);
         const int first = 2 * apart * block + within % apart;
         const std::complex<double> pair(x[0](i, first), x[0](i, first + apart));
         const auto turned = pair * std::polar(1.0, 1.0 * x[1](i, block * apart + within % apart));
         return within < apart ? turned.real() : turned.imag();
       },
       {{2, 6}, {3, 3}}},
      {"maxout", "nd", "nm", [](Tape& t, V v, Sizes) { return maxout(t, v[0]); },
       [](X x, int i, int j, Sizes) {
         return 1.0 * std::max(x[0](i, 2 * j), x[0](i, 2 * j + 1));
       },
       {{2, 3}}},
      {"reciprocal", "nm!", "nm", [](Tape& t, V v, Sizes) { return reciprocal(t, v[0]); },
       [](X x, int i, int j, Sizes) { return std::pow(1.0 * x[0](i, j), -1); }},
      {"dropout", "nm", "nm", [](Tape& t, V v, Sizes) { return dropout(t, v[0], 0.4, 11); },
       [](X x, int i, int j, Sizes) { return dropped(x[0], i, j, 0.4, 11); }},
      {"mask",
       "nm nm?",
       "nm",
       [](Tape& t, V v, Sizes) { return mask(t, v[0], v[1]); },
       [](X x, int i, int j, Sizes) { return x[1](i, j) == 1 ? 1.0 * x[0](i, j) : -INFINITY; },
       {{2, 3}, {3, 3}}},
      {"softmax", "nm", "nm", [](Tape& t, V v, Sizes) { return softmax(t, v[0]); },
       [](X x, int i, int j, Sizes) { return std::exp(1.0 * x[0](i, j)) / exp_sum(x[0], i); }},
      {"log_softmax", "nm", "nm", [](Tape& t, V v, Sizes) { return log_softmax(t, v[0]); },
       [](X x, int i, int j, Sizes) {
         return std::log(std::exp(1.0 * x[0](i, j)) / exp_sum(x[0], i));
       }},
      {"share", "nm+", "nm", [](Tape& t, V v, Sizes) { return share(t, v[0]); },
       [](X x, int i, int j, Sizes s) { return x[0](i, j) / total(x[0], i, i, 0, s.m - 1); }},
      {"cross_entropy",
       "nm",
       "11",
       [](Tape& t, V v, Sizes s) { return cross_entropy(t, v[0], ids(s.n, s.m), smoothing_of(s)); },
       [](X x, int, int, Sizes s) { return surprise(x[0], smoothing_of(s)); },
       {{2, 3}},
       true},
      {"soft_cross_entropy",
       "nm nm",
       "11",
       [](Tape& t, V v, Sizes) { return soft_cross_entropy(t, v[0], v[1]); },
       [](X x, int, int, Sizes) {
         double sum = 0;
         for (int i = 0; i < x[0].rows(); ++i) {
           for (int j = 0; j < x[0].cols(); ++j) {
             sum -= x[1](i, j) * std::log(std::exp(1.0 * x[0](i, j)) / exp_sum(x[0], i));
           }
         }
         return sum;
       },
       {{2, 3}, {3, 2}},
       true},
      {"hardmax",
       "nm",
       "nm",
       [](Tape& t, V v, Sizes) { return hardmax(t, v[0]); },
       [](X x, int i, int j, Sizes s) {
         for (int k = 0; k < s.m; ++k) {
           if (x[0](i, k) > x[0](i, j) || (k < j && x[0](i, k) == x[0](i, j))) return 0.0;
         }
         return 1.0;
       },
       {},
       true},
      // Draws of 0 and 1 alone, so that no small change moves them: the first and the last cell.
      {"sample_rows",
       "nm+ n1?",
       "nm",
       [](Tape& t, V v, Sizes) { return sample_rows(t, v[0], v[1]); },
       [](X x, int i, int j, Sizes s) { return j == (x[1](i, 0) == 0 ? 0 : s.m - 1) ? 1.0 : 0.0; },
       {{2, 2}, {3, 1}},
       true},
      {"surprisal",
       "nk km 1m",
       "n1",
       [](Tape& t, V v, Sizes s) { return surprisal(t, v[0], v[1], v[2], ids(s.n, s.m)); },
       [](X x, int i, int, Sizes s) {
         double right = 0, sum = 0;
         for (int j = 0; j < s.m; ++j) {
           const double score =
               x[2](0, j) + product(s.k, [&](int p) { return 1.0 * x[0](i, p) * x[1](p, j); });
           sum += std::exp(score);
           if (j == id_of(i, s.m)) right = std::exp(score);
         }
         return -std::log(right / sum);
       },
       {{2, 3}, {4, 5}, {1, 5}},
       true},
      {"layer_norm",
       "nm 1m 1m",
       "nm",
       [](Tape& t, V v, Sizes) { return layer_norm(t, v[0], v[1], v[2]); },
       [](X x, int i, int j, Sizes) { return x[1](0, j) * normed(x[0], i, j) + x[2](0, j); },
       {{2, 3}, {1, 3}, {1, 4}},
       true},
      {"rms_norm",
       "nm 1m",
       "nm",
       [](Tape& t, V v, Sizes) { return rms_norm(t, v[0], v[1]); },
       [](X x, int i, int j, Sizes s) {
         return x[1](0, j) * x[0](i, j) / std::sqrt(std::pow(length(x[0], i), 2) / s.m + 1e-5);
       },
       {{2, 3}, {1, 4}},
       true},
      {"unit_rows",
       "nm",
       "nm",
       [](Tape& t, V v, Sizes) { return unit_rows(t, v[0]); },
       [](X x, int i, int j, Sizes) { return x[0](i, j) / length(x[0], i); },
       {},
       true},
      {"distance",
       "nk mk",
       "nm",
       [](Tape& t, V v, Sizes) { return distance(t, v[0], v[1]); },
       [](X x, int i, int j, Sizes) { return distance_of(x[0], i, x[1], j); },
       {{2, 3}, {3, 2}}},
      {"sum_rows", "nm", "1m", [](Tape& t, V v, Sizes) { return sum_rows(t, v[0]); },
       [](X x, int, int j, Sizes s) { return total(x[0], 0, s.n - 1, j, j); }},
      {"sum_cols", "nm", "n1", [](Tape& t, V v, Sizes) { return sum_cols(t, v[0]); },
       [](X x, int i, int, Sizes s) { return total(x[0], i, i, 0, s.m - 1); }},
      {"mean_rows",
       "nm",
       "1m",
       [](Tape& t, V v, Sizes) { return mean_rows(t, v[0]); },
       [](X x, int, int j, Sizes s) { return total(x[0], 0, s.n - 1, j, j) / s.n; },
       {{0, 3}}},
      {"mean_cols",
       "nm",
       "n1",
       [](Tape& t, V v, Sizes) { return mean_cols(t, v[0]); },
       [](X x, int i, int, Sizes s) { return total(x[0], i, i, 0, s.m - 1) / s.m; },
       {{3, 0}}},
      {"sum", "nm", "11", [](Tape& t, V v, Sizes) { return sum(t, v[0]); },
       [](X x, int, int, Sizes s) { return total(x[0], 0, s.n - 1, 0, s.m - 1); }},
      {"gather", "nm", "km", [](Tape& t, V v, Sizes s) { return gather(t, v[0], ids(s.k, s.n)); },
       [](X x, int i, int j, Sizes s) { return 1.0 * x[0](id_of(i, s.n), j); }},
      {"concat_cols",
       "nm nk",
       "ns",
       [](Tape& t, V v, Sizes) { return concat_cols(t, v); },
       [](X x, int i, int j, Sizes s) { return 1.0 * (j < s.m ? x[0](i, j) : x[1](i, j - s.m)); },
       {{2, 3}, {3, 3}}},
      {"concat_rows",
       "mn kn",
       "sn",
       [](Tape& t, V v, Sizes) { return concat_rows(t, v); },
       [](X x, int i, int j, Sizes s) { return 1.0 * (i < s.m ? x[0](i, j) : x[1](i - s.m, j)); },
       {{2, 3}, {2, 2}}},
      {"slice_cols", "ns", "nk",
       [](Tape& t, V v, Sizes s) { return slice_cols(t, v[0], s.m, s.k); },
       [](X x, int i, int j, Sizes s) { return 1.0 * x[0](i, j + s.m); }},
      {"slice_rows", "sn", "kn",
       [](Tape& t, V v, Sizes s) { return slice_rows(t, v[0], s.m, s.k); },
       [](X x, int i, int j, Sizes s) { return 1.0 * x[0](i + s.m, j); }},
  });
  // clang-format on
  return cases;
}

}  // namespace glassformer::testing_ops
