#include "core/grad/ops/common.h"

#include <array>

#include "core/grad/number_text.h"
#include "core/kernels/row_kernels.h"
#include "core/tensor/error.h"

namespace glassformer {

void throw_shape_error(const Tape& tape, const Node& node, std::string_view why) {
  constexpr std::array<const char*, 3> ordinals{"the first", "the second", "the third"};
  std::string message(node.op->name);
  for (std::size_t i = 0; i < node.inputs.size(); ++i) {
    const std::string& path = tape.node(node.inputs[i]).path;
    message += i == 0 ? ": " : ", ";
    if (!path.empty()) {
      message += path;
    } else if (i < ordinals.size()) {
      message += ordinals[i];
    } else {
      message += "number " + std::to_string(i + 1);
    }
    message += " is " + to_string(tape.shape(node.inputs[i]));
  }
  throw ShapeError(message.append(": ").append(why));
}

Shape same_shape(const Tape& tape, const Node& node) {
  const Shape shape = tape.shape(node.inputs.front());
  for (Var input : node.inputs) {
    if (tape.shape(input) != shape) throw_shape_error(tape, node, "the shapes must be the same");
  }
  return shape;
}

void require_row(const Tape& tape, const Node& node, int input, int cols) {
  if (in_shape(tape, node, input) == Shape{1, cols}) return;
  throw_shape_error(tape, node,
                    (input == 1 ? "the second" : "the third") +
                        (" must be one row, " + to_string(Shape{1, cols})));
}

void require_targets(const Tape& tape, const Node& node, Shape logits) {
  const auto& targets = node.attr.ids;
  if (targets.empty() || static_cast<int>(targets.size()) != logits.rows) {
    throw_shape_error(tape, node,
                      "each row needs one target, but the targets are " +
                          to_string(Shape{static_cast<int>(targets.size()), 1}));
  }
  for (int target : targets) {
    if (target >= 0 && target < logits.cols) continue;
    throw_shape_error(
        tape, node,
        "there is no column " + number_text(target) + " for a target; columns count from 0");
  }
}

void add_sum_of_rows(const Mat& m, std::span<Real> to) {
  std::vector<double> sums(to.size());
  for (int row = 0; row < m.rows(); ++row) {
    row_kernels().add_in_double(sums.data(), m.row(row).data(), sums.size());
  }
  add_to(sums, to);
}

void add_to(std::span<const double> sums, std::span<Real> to) {
  for (std::size_t j = 0; j < to.size(); ++j) to[j] = static_cast<Real>(to[j] + sums[j]);
}

GradientOf gradient_of(Tape& tape, const Node& node, int i) {
  const Var input = node.inputs[static_cast<std::size_t>(i)];
  if (tape.has_grad(input) || tape.node(input).grad.shape() != tape.shape(input)) {
    const bool fresh = !tape.has_grad(input);
    return {tape.grad(input), fresh};
  }
  // The memory of the last pass has the shape: no zeros are written that would be written over.
  // The node belongs to `tape`, which may be changed here.
  auto& mine = const_cast<Node&>(tape.node(input));
  mine.grad_rows.set_all();
  mine.grad_on_host = true;
  return {mine.grad, true};
}

Explanation copy_of(const Tape& tape, Cell cell) {
  Explanation explanation;
  explanation.how = Explanation::How::sum;
  explanation.terms.push_back({{cell}, tape.value(cell.var)(cell.row, cell.col), ""});
  return explanation;
}

}  // namespace glassformer
