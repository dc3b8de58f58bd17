// c_i = Σ_j a_ij v_j over the keys of the query's own sentence: the context vector (Bahdanau et al.
// 2015, §3.1, equation 5). own_keys.h says what Attr::ids is; cells of a after a query's last key
// are not read. Backward: a'_ij = c'_i · v_j, dv_j += a_ij c'_i.
#include "core/grad/ops.h"
#include "core/grad/ops/own_keys.h"
#include "core/kernels/parallel.h"
#include "core/kernels/row_kernels.h"

namespace glassformer {

namespace {

Shape shape(const Tape& tape, const Node& node) {
  const Shape weights = in_shape(tape, node, 0), values = in_shape(tape, node, 1);
  require_keys(tape, node, weights.rows, values.rows);
  if (weights.cols < most_keys(node)) {
    throw_shape_error(tape, node, "there are queries with more keys than weights");
  }
  return {weights.rows, values.cols};
}

void forward(const Tape& tape, Node& node) {
  const Mat &weights = in(tape, node, 0), &values = in(tape, node, 1);
  parallel_for(weights.rows(), weights.size() * static_cast<std::size_t>(values.cols()) / 8,
               [&](int i) {
                 const OwnKeys own = keys_of(node, i);
                 Real* const to = result(node).row(i).data();
                 for (int j = 0; j < own.count; ++j) {
                   const Real weight = weights(i, j);
                   const Real* const value = values.row(own.first + j).data();
                   for (int p = 0; p < values.cols(); ++p) to[p] += weight * value[p];
                 }
               });
}

void backward(Tape& tape, const Node& node, const Mat& grad) {
  const Mat &weights = in(tape, node, 0), &values = in(tape, node, 1);
  Mat& d_weights = grad_in(tape, node, 0);
  Mat& d_values = grad_in(tape, node, 1);
  for (int i = 0; i < weights.rows(); ++i) {
    const OwnKeys own = keys_of(node, i);
    const Real* const slope = grad.row(i).data();
    for (int j = 0; j < own.count; ++j) {
      const Real* const value = values.row(own.first + j).data();
      Real* const to = d_values.row(own.first + j).data();
      const Real weight = weights(i, j);
      const auto cols = static_cast<std::size_t>(values.cols());
      d_weights(i, j) += row_kernels().dot(slope, value, cols);
      row_kernels().add_times(to, weight, slope, 0, cols);
    }
  }
}

Explanation explain(const Tape& tape, const Node& node, int row, int col) {
  const Mat &weights = in(tape, node, 0), &values = in(tape, node, 1);
  const OwnKeys own = keys_of(node, row);
  Explanation explanation;
  explanation.how = Explanation::How::sum;
  for (int j = 0; j < own.count; ++j) {
    explanation.terms.push_back({{cell_in(node, 0, row, j), cell_in(node, 1, own.first + j, col)},
                                 static_cast<double>(weights(row, j)) * values(own.first + j, col),
                                 ""});
  }
  return explanation;
}

constexpr Op op{.name = "sentence_mix",
                .formula = "\\sum_j \\alpha_{ij} v_j",
                .source = "Bahdanau et al. 2015, section 3.1, equation 5",
                .shape = shape,
                .forward = forward,
                .backward = backward,
                .explain = explain,
                .adds_to_zeros = true,
                .makes = {{0, false}, {1, true}, OpMakes::Numbers::projected}};
const RegisterOp registered{op};

}  // namespace

Var sentence_mix(Tape& tape, Var weights, Var values, std::vector<int> own_keys) {
  return tape.record(op, {weights, values}, of_keys(std::move(own_keys)));
}

}  // namespace glassformer
