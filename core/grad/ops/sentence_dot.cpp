// e_ij = q_i · k_j for the keys of the query's own sentence (Luong et al. 2015, §3.1, "dot"); −∞
// after them. own_keys.h says what Attr::ids is. Backward: dq_i += e'_ij k_j, dk_j += e'_ij q_i.
#include <cmath>
#include <limits>

#include "core/grad/ops.h"
#include "core/grad/ops/own_keys.h"
#include "core/kernels/parallel.h"
#include "core/kernels/row_kernels.h"

namespace glassformer {

namespace {

Shape shape(const Tape& tape, const Node& node) {
  const Shape q = in_shape(tape, node, 0), k = in_shape(tape, node, 1);
  if (q.cols != k.cols) throw_shape_error(tape, node, "both must have the same columns");
  require_keys(tape, node, q.rows, k.rows);
  return {q.rows, most_keys(node)};
}

void forward(const Tape& tape, Node& node) {
  const Mat &q = in(tape, node, 0), &k = in(tape, node, 1);
  Mat& scores = result(node);
  parallel_for(q.rows(), scores.size() * static_cast<std::size_t>(q.cols()) / 8, [&](int i) {
    const OwnKeys own = keys_of(node, i);
    const Real* const query = q.row(i).data();
    for (int j = 0; j < scores.cols(); ++j) {
      if (j >= own.count) {
        scores(i, j) = -std::numeric_limits<Real>::infinity();
        continue;
      }
      const Real* const key = k.row(own.first + j).data();
      scores(i, j) = row_kernels().dot(query, key, q.row(i).size());
    }
  });
}

void backward(Tape& tape, const Node& node, const Mat& grad) {
  const Mat &q = in(tape, node, 0), &k = in(tape, node, 1);
  Mat& dq = grad_in(tape, node, 0);
  Mat& dk = grad_in(tape, node, 1);
  for (int i = 0; i < q.rows(); ++i) {
    const OwnKeys own = keys_of(node, i);
    for (int j = 0; j < own.count; ++j) {
      const Real slope = grad(i, j);
      const Real *const query = q.row(i).data(), *const key = k.row(own.first + j).data();
      Real *const to_query = dq.row(i).data(), *const to_key = dk.row(own.first + j).data();
      row_kernels().add_times(to_query, slope, key, 0, q.row(i).size());
      row_kernels().add_times(to_key, slope, query, 0, q.row(i).size());
    }
  }
}

Explanation explain(const Tape& tape, const Node& node, int row, int col) {
  const Mat &q = in(tape, node, 0), &k = in(tape, node, 1);
  const OwnKeys own = keys_of(node, row);
  if (col >= own.count) return no_such_key(node, row);
  Explanation explanation;
  explanation.how = Explanation::How::sum;
  for (int p = 0; p < q.cols(); ++p) {
    explanation.terms.push_back({{cell_in(node, 0, row, p), cell_in(node, 1, own.first + col, p)},
                                 static_cast<double>(q(row, p)) * k(own.first + col, p),
                                 ""});
  }
  return explanation;
}

constexpr Op op{.name = "sentence_dot",
                .formula = "q_i \\cdot k_j",
                .source = "Luong et al. 2015, section 3.1",
                .shape = shape,
                .forward = forward,
                .backward = backward,
                .explain = explain,
                .makes = {.cols = OpMakes::kNothing, .numbers = OpMakes::Numbers::score}};
const RegisterOp registered{op};

}  // namespace

Var sentence_dot(Tape& tape, Var q, Var k, std::vector<int> own_keys) {
  return tape.record(op, {q, k}, of_keys(std::move(own_keys)));
}

}  // namespace glassformer
