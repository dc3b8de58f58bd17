// e_ij = v · tanh(q_i + k_j) for the keys of the query's own sentence (Bahdanau et al. 2015, A.1.2,
// with W s and U h already taken); −∞ after them. own_keys.h says what Attr::ids is.
// Backward, with t = tanh(q_i + k_j):  dv += e'_ij t,  d(q_i) and d(k_j) += e'_ij v ∘ (1 − t²). The
// t are computed again: keeping them takes more memory than time is saved.
#include <cmath>
#include <limits>

#include "core/grad/number_text.h"
#include "core/grad/ops.h"
#include "core/grad/ops/own_keys.h"
#include "core/grad/ops/sequences.h"
#include "core/kernels/parallel.h"
#include "core/kernels/step_kernels.h"
#include "core/kernels/width.h"

namespace glassformer {

namespace {

Shape shape(const Tape& tape, const Node& node) {
  const Shape q = in_shape(tape, node, 0), k = in_shape(tape, node, 1);
  if (q.cols != k.cols) throw_shape_error(tape, node, "queries and keys need the same columns");
  require_row(tape, node, 2, q.cols);
  require_keys(tape, node, q.rows, k.rows);
  return {q.rows, most_keys(node)};
}

void forward(const Tape& tape, Node& node) {
  const Mat &q = in(tape, node, 0), &k = in(tape, node, 1), &v = in(tape, node, 2);
  Mat& scores = result(node);
  const int h = q.cols(), width = padded(h);
  parallel_for(q.rows(), scores.size() * static_cast<std::size_t>(h) * 2, [&](int i) {
    thread_local LaneCells line;
    line.assign(static_cast<std::size_t>(3 * width), Real{0});
    Real *const query = line.data(), *const key = query + width, *const to = key + width;
    std::copy_n(q.row(i).data(), h, query);
    std::copy_n(v.row(0).data(), h, to);
    const OwnKeys own = keys_of(node, i);
    for (int j = 0; j < scores.cols(); ++j) {
      if (j >= own.count) {
        scores(i, j) = -std::numeric_limits<Real>::infinity();
        continue;
      }
      std::copy_n(k.row(own.first + j).data(), h, key);
      scores(i, j) = step_kernels().additive(query, key, to, width);
    }
  });
}

void backward(Tape& tape, const Node& node, const Mat& grad) {
  const Mat &q = in(tape, node, 0), &k = in(tape, node, 1), &v = in(tape, node, 2);
  Mat& dq = grad_in(tape, node, 0);
  Mat& dk = grad_in(tape, node, 1);
  Mat& dv = grad_in(tape, node, 2);
  const int h = q.cols(), width = padded(h);
  LaneCells line(static_cast<std::size_t>(5 * width), Real{0});
  Real *const query = line.data(), *const key = query + width, *const to = key + width,
              *const to_v = to + width, *const slopes = to_v + width;
  std::copy_n(v.row(0).data(), h, to);
  for (int i = 0; i < q.rows(); ++i) {
    std::copy_n(q.row(i).data(), h, query);
    const OwnKeys own = keys_of(node, i);
    for (int j = 0; j < own.count; ++j) {
      const Real slope = grad(i, j);
      std::copy_n(k.row(own.first + j).data(), h, key);
      step_kernels().additive_back(query, key, to, slope, width, to_v, slopes);
      Real *const to_query = dq.row(i).data(), *const to_key = dk.row(own.first + j).data();
      for (int p = 0; p < h; ++p) {
        to_query[p] += slopes[p];
        to_key[p] += slopes[p];
      }
    }
  }
  for (int p = 0; p < h; ++p) dv(0, p) += to_v[p];
}

Explanation explain(const Tape& tape, const Node& node, int row, int col) {
  const Mat &q = in(tape, node, 0), &k = in(tape, node, 1), &v = in(tape, node, 2);
  const OwnKeys own = keys_of(node, row);
  if (col >= own.count) return no_such_key(node, row);
  Explanation explanation;
  explanation.how = Explanation::How::sum;
  const int key = own.first + col;
  for (int p = 0; p < q.cols(); ++p) {
    const double sum = static_cast<double>(q(row, p)) + k(key, p);
    explanation.terms.push_back(
        {{cell_in(node, 2, 0, p), cell_in(node, 0, row, p), cell_in(node, 1, key, p)},
         v(0, p) * std::tanh(sum),
         number_text(v(0, p)) + " × tanh " + number_text(sum)});
  }
  return explanation;
}

constexpr Op op{.name = "sentence_additive",
                .formula = "v \\cdot \\tanh(q_i + k_j)",
                .source = "Bahdanau et al. 2015, A.1.2",
                .shape = shape,
                .forward = forward,
                .backward = backward,
                .explain = explain,
                .makes = {.cols = OpMakes::kNothing, .numbers = OpMakes::Numbers::score}};
const RegisterOp registered{op};

}  // namespace

Var sentence_additive(Tape& tape, Var q, Var k, Var v, std::vector<int> own_keys) {
  return tape.record(op, {q, k, v}, of_keys(std::move(own_keys)));
}

}  // namespace glassformer
