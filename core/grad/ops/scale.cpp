// y_ij = s x_ij, with the constant s. Reads Attr::a: s, and Attr::i: the whole number that 1 / s is
// written as, or 0. Backward: dX = s dY.
#include <fmt/format.h>

#include <cmath>

#include "core/grad/number_text.h"
#include "core/grad/ops.h"
#include "core/grad/ops/common.h"

namespace glassformer {

namespace {

void forward(const Tape& tape, Node& node) {
  const auto x = in(tape, node, 0).cells();
  const auto y = result(node).cells();
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = static_cast<Real>(node.attr.a * x[i]);
}

void backward(Tape& tape, const Node& node, const Mat& grad) {
  give_gradient(tape, node, 0, [dy = grad.data(), factor = node.attr.a](std::size_t i) {
    return static_cast<Real>(factor * dy[i]);
  });
}

// n, if the factor is one over the root of a whole number n, as the lectures write it; else 0.
double squared_divisor(double factor) {
  const double under_root = 1 / (factor * factor), whole = std::round(under_root);
  const bool is_root = factor > 0 && factor < 1 && under_root < 1e6 &&
                       std::abs(under_root - whole) < 1e-6 * under_root;
  return is_root ? whole : 0;
}

// "÷ 8", "÷ √3", "× 0.3": as the arrow has it.
std::string done(const Attr& attr) {
  if (attr.i != 0) return fmt::format("÷ {}", attr.i);
  const double square = squared_divisor(attr.a);
  if (square == 0) return "× " + number_text(attr.a);
  const double root = std::round(std::sqrt(square));
  return root * root == square ? "÷ " + number_text(root) : "÷ √" + number_text(square);
}

// What is added up before, if it is a sum without a name: then each of its terms is scaled.
Explanation scaled_sum(const Tape& tape, const Node& node, int row, int col) {
  const Cell cell = cell_in(node, 0, row, col);
  const Node& from = tape.node(cell.var);
  const bool sum = from.op != nullptr && from.op->name == "add" && from.path.empty();
  if (!sum || !from.edits.empty()) return {};
  Explanation explanation = tape.explain(cell.var, row, col);
  for (Term& term : explanation.terms) {
    if (!term.what.empty()) return {};
    term.value *= node.attr.a;
    term.what = done(node.attr);
  }
  return explanation;
}

Explanation explain(const Tape& tape, const Node& node, int row, int col) {
  if (Explanation sum = scaled_sum(tape, node, row, col); !sum.terms.empty()) return sum;
  Explanation explanation = copy_of(tape, cell_in(node, 0, row, col));
  Term& term = explanation.terms.front();
  term.value *= node.attr.a;
  if (node.attr.a != 1) term.what = done(node.attr);
  return explanation;
}

std::string word(const Attr& attr) {
  if (attr.i != 0) return fmt::format("\\div {}", attr.i);
  const double square = squared_divisor(attr.a);
  return square > 0 ? fmt::format("\\div\\sqrt{{{:.0f}}}", square)
                    : fmt::format("\\times {:.4g}", attr.a);
}

bool is_identity(const Attr& attr) {
  return attr.a == 1;
}

// "\\frac{1}{8} (a + … + h)": the mean of so many addends; empty if it is none. Where their names
// repeat, as those of the heads in every layer do, "\\frac{1}{8} \\sum_{j=1}^{2} (a + … + d)".
std::string mean_of(LawPen& pen, double factor) {
  const std::vector<Var> all = pen.addends(0);
  const auto count = static_cast<double>(all.size());
  if (all.size() < 2 || std::abs(factor * count - 1) > 1e-9) return {};
  const auto cell = [&](std::size_t i) { return pen.cell_of(all[i], pen.row, pen.col); };
  std::size_t named = 1;
  while (named < all.size() && cell(named) != cell(0)) ++named;
  if (all.size() % named != 0) named = all.size();
  std::string sum = cell(0);
  if (named > 1) sum += " + " + cell(1);
  if (named > 4) sum += " + \\dots + " + cell(named - 1);
  for (std::size_t i = 2; i < named && named <= 4; ++i) sum += " + " + cell(i);
  std::string times;
  if (named < all.size()) {
    times = "\\sum_{" + pen.bound().text() + "=1}^{" + std::to_string(all.size() / named) + "} ";
  }
  return "\\frac{1}{" + number_text(count) + "} " + times + "(" + sum + ")";
}

Law law(LawPen& pen) {
  const double a = pen.node().attr.a;
  if (const std::string mean = mean_of(pen, a); !mean.empty()) return {mean};
  if (a == 1) return {pen.cell(0, pen.row, pen.col)};
  if (a == -1) return {"-" + pen.factor(0, pen.row, pen.col), true};
  if (const int whole = pen.node().attr.i; whole != 0) {
    return {fmt::format("\\frac{{{}}}{{{}}}", pen.cell(0, pen.row, pen.col), whole)};
  }
  if (const double square = squared_divisor(a); square > 0) {
    return {"\\frac{" + pen.cell(0, pen.row, pen.col) + "}{\\sqrt{" + number_text(square) + "}}"};
  }
  return {number_text(a) + " \\cdot " + pen.factor(0, pen.row, pen.col), a < 0};
}

constexpr Op op{.name = "scale",
                .formula = "s \\cdot x_{ij}",
                .source = "the definition of a scaled matrix",
                .shape = same_shape,
                .forward = forward,
                .backward = backward,
                .explain = explain,
                .writing = {.word = word, .is_identity = is_identity}};
const RegisterOp registered{op};
const RegisterLaw registered_law{op, law};

}  // namespace

Var scale(Tape& tape, Var x, double factor) {
  Attr attr;
  attr.a = factor;
  return tape.record(op, {x}, std::move(attr));
}

Var divide(Tape& tape, Var x, int number) {
  Attr attr;
  attr.a = 1.0 / number;
  attr.i = number;
  return tape.record(op, {x}, std::move(attr));
}

}  // namespace glassformer
