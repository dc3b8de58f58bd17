// Inverted dropout: each cell becomes 0 with probability p and is divided by 1 − p otherwise, which
// keeps its expectation (Srivastava et al. 2014). Reads Attr::a: p, and Attr::seed. Backward: dX is
// dY with the same cells dropped and the others divided likewise.
//
// Whether a cell is dropped depends only on the seed and its position, so forward and backward
// agree, on any number of threads.
#include "core/grad/number_text.h"
#include "core/grad/ops.h"
#include "core/grad/ops/common.h"
#include "core/kernels/parallel.h"
#include "core/tensor/error.h"
#include "core/tensor/rng.h"

namespace glassformer {

namespace {

Shape shape(const Tape& tape, const Node& node) {
  if (!(node.attr.a >= 0 && node.attr.a < 1)) {
    throw UserError("dropout: the probability to drop a cell is " + number_text(node.attr.a) +
                    "; it must be at least 0 and less than 1");
  }
  return same_shape(tape, node);
}

bool kept(const Node& node, int row, int col) {
  const auto place =
      static_cast<std::uint64_t>(row) * static_cast<std::uint64_t>(result(node).cols()) +
      static_cast<std::uint64_t>(col);
  return Rng::at(node.attr.seed, place).uniform() >= node.attr.a;
}

// to += from / (1 − p) in the cells that are kept.
void add_kept(const Node& node, const Mat& from, Mat& to) {
  const double kept_share = 1 - node.attr.a;
  parallel_for(from.rows(), from.size() * 2, [&](int row) {
    for (int col = 0; col < from.cols(); ++col) {
      if (kept(node, row, col)) to(row, col) += static_cast<Real>(from(row, col) / kept_share);
    }
  });
}

void forward(const Tape& tape, Node& node) {
  add_kept(node, in(tape, node, 0), result(node));
}

void backward(Tape& tape, const Node& node, const Mat& grad) {
  add_kept(node, grad, grad_in(tape, node, 0));
}

Explanation explain(const Tape& tape, const Node& node, int row, int col) {
  Explanation explanation = copy_of(tape, cell_in(node, 0, row, col));
  Term& term = explanation.terms.front();
  if (kept(node, row, col)) {
    term.value /= 1 - node.attr.a;
    term.what = "÷ " + number_text(1 - node.attr.a);
    explanation.note = "kept, and divided by 1 − p = " + number_text(1 - node.attr.a) +
                       " to make up for those dropped";
  } else {
    term.value = 0;
    term.what = "0";
    explanation.note = "dropped: 0, as one cell in " + number_text(1 / node.attr.a) + " on average";
  }
  return explanation;
}

Law law(LawPen& pen) {
  if (!pen.row.is_number() || !pen.col.is_number()) return {};
  if (!kept(pen.node(), pen.row.at, pen.col.at)) return {"0"};
  return {"\\frac{" + pen.cell(0, pen.row, pen.col) + "}{1 - p}"};
}

constexpr Op op{.name = "dropout",
                .formula = "\\frac{m_{ij} x_{ij}}{1 - p}",
                .source = "Srivastava et al. 2014, section 4",
                .shape = shape,
                .forward = forward,
                .backward = backward,
                .explain = explain,
                .adds_to_zeros = true};
const RegisterOp registered{op};
const RegisterLaw registered_law{op, law};

}  // namespace

Var dropout(Tape& tape, Var x, double p, std::uint64_t seed) {
  Attr attr;
  attr.a = p;
  attr.seed = seed;
  return tape.record(op, {x}, std::move(attr));
}

}  // namespace glassformer
