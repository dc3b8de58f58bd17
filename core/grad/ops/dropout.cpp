// Inverted dropout: each cell becomes 0 with probability p and is divided by 1 − p otherwise, which
// keeps its expectation (Srivastava et al. 2014). Reads Attr::a: p, and Attr::seed. Backward: dX is
// dY with the same cells dropped and the others divided likewise.
//
// Whether a cell is dropped depends only on the seed and its position, so forward and backward
// agree, on any number of threads.
#include <cmath>

#include "core/grad/number_text.h"
#include "core/grad/ops.h"
#include "core/grad/ops/common.h"
#include "core/kernels/parallel.h"
#include "core/kernels/row_kernels.h"
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

// Cells are numbered row by row.
bool kept(const Node& node, std::uint64_t cell) {
  return Rng::at(node.attr.seed, cell).uniform() >= node.attr.a;
}

std::uint64_t first_cell(const Node& node, int row) {
  return static_cast<std::uint64_t>(row) * static_cast<std::uint64_t>(result(node).cols());
}

// The lowest draw, as a whole number of 2⁻⁵³, at which a cell is kept.
std::uint64_t lowest_kept(double p) {
  return static_cast<std::uint64_t>(std::ceil(std::ldexp(p, 53)));
}

// to += from / (1 − p) in the cells that are kept.
void add_kept(const Node& node, const Mat& from, Mat& to) {
  const std::uint64_t lowest = lowest_kept(node.attr.a);
  parallel_for(from.rows(), from.size() * 4, [&](int row) {
    row_kernels().add_kept(from.row(row).data(),
                           {1 - node.attr.a, node.attr.seed, first_cell(node, row), lowest},
                           to.row(row).data(), from.row(row).size());
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
  if (kept(node, first_cell(node, row) + static_cast<std::uint64_t>(col))) {
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
  const std::uint64_t cell =
      first_cell(pen.node(), pen.row.at) + static_cast<std::uint64_t>(pen.col.at);
  if (!kept(pen.node(), cell)) return {"0"};
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
