// Rotates each pair of columns (2p, 2p + 1) of row i by the angle a_ip:
//   y_2p = x_2p cos a − x_2p+1 sin a,   y_2p+1 = x_2p sin a + x_2p+1 cos a.
// One row of angles applies to all rows. Backward: dx is dy rotated back, and the angle gets
// dy_2p+1 y_2p − dy_2p y_2p+1, summed over the rows that it applies to.
#include <cmath>
#include <utility>

#include "core/grad/number_text.h"
#include "core/grad/ops.h"
#include "core/grad/ops/common.h"

namespace glassformer {

namespace {

Shape shape(const Tape& tape, const Node& node) {
  const Shape x = in_shape(tape, node, 0), angle = in_shape(tape, node, 1);
  if (x.cols != 2 * angle.cols) {
    throw_shape_error(tape, node, "there must be one angle for every two columns");
  }
  if (angle.rows != 1 && angle.rows != x.rows) {
    throw_shape_error(tape, node, "there must be one row of angles, or one for every row");
  }
  return x;
}

double angle_at(const Mat& angle, int row, int col) {
  return angle(angle.rows() == 1 ? 0 : row, col / 2);
}

// The factors of x_2p and x_2p+1 in column `col`.
std::pair<double, double> factors(double angle, int col) {
  const double s = std::sin(angle), c = std::cos(angle);
  return col % 2 == 0 ? std::pair{c, -s} : std::pair{s, c};
}

void forward(const Tape& tape, Node& node) {
  const Mat &x = in(tape, node, 0), &angle = in(tape, node, 1);
  for (int row = 0; row < x.rows(); ++row) {
    for (int col = 0; col < x.cols(); ++col) {
      const auto [first, second] = factors(angle_at(angle, row, col), col);
      const int pair = col - col % 2;
      result(node)(row, col) = static_cast<Real>(first * x(row, pair) + second * x(row, pair + 1));
    }
  }
}

void backward(Tape& tape, const Node& node, const Mat& grad) {
  const Mat& angle = in(tape, node, 1);
  Mat &dx = grad_in(tape, node, 0), &dangle = grad_in(tape, node, 1);
  for (int row = 0; row < dx.rows(); ++row) {
    for (int pair = 0; pair < dx.cols(); pair += 2) {
      const double a = angle_at(angle, row, pair), s = std::sin(a), c = std::cos(a);
      const double even = grad(row, pair), odd = grad(row, pair + 1);
      dx(row, pair) += static_cast<Real>(even * c + odd * s);
      dx(row, pair + 1) += static_cast<Real>(odd * c - even * s);
      dangle(angle.rows() == 1 ? 0 : row, pair / 2) +=
          static_cast<Real>(odd * result(node)(row, pair) - even * result(node)(row, pair + 1));
    }
  }
}

Explanation explain(const Tape& tape, const Node& node, int row, int col) {
  const Mat &x = in(tape, node, 0), &angle = in(tape, node, 1);
  const double a = angle_at(angle, row, col);
  const auto [first, second] = factors(a, col);
  const int pair = col - col % 2, angle_row = angle.rows() == 1 ? 0 : row;
  // `times`, the cell or its negative, is what the sine or cosine is multiplied by.
  const auto term = [&](int at, double factor, double times, const char* function) {
    return Term{{cell_in(node, 0, row, at), cell_in(node, 1, angle_row, col / 2)},
                factor * x(row, at),
                number_text(times) + " · " + function + "(" + number_text(a) + ")"};
  };
  const bool even = col % 2 == 0;
  Explanation explanation;
  explanation.how = Explanation::How::sum;
  explanation.terms.push_back(term(pair, first, x(row, pair), even ? "cos" : "sin"));
  explanation.terms.push_back(term(pair + 1, second,
                                   even ? 0.0 - x(row, pair + 1) : 1.0 * x(row, pair + 1),
                                   even ? "sin" : "cos"));
  return explanation;
}

Law law(LawPen& pen) {
  if (!pen.col.is_number()) return {};
  const int pair = pen.col.at / 2;
  const Index angle_row = pen.shape(1).rows == 1 ? Index(0) : pen.row;
  const std::string angle = pen.cell(1, angle_row, pair), first = pen.factor(0, pen.row, 2 * pair),
                    second = pen.factor(0, pen.row, 2 * pair + 1);
  const bool even = pen.col.at % 2 == 0;
  return {first + (even ? " \\cos " : " \\sin ") + angle + (even ? " - " : " + ") + second +
              (even ? " \\sin " : " \\cos ") + angle,
          true};
}

constexpr Op op{.name = "rotate_pairs",
                .formula = "(x_{2p}, x_{2p+1}) R(a_{p})",
                .source = "Su et al. 2021, RoFormer, section 3.2.2",
                .shape = shape,
                .forward = forward,
                .backward = backward,
                .explain = explain};
const RegisterOp registered{op};
const RegisterLaw registered_law{op, law};

}  // namespace

Var rotate_pairs(Tape& tape, Var x, Var angle) {
  return tape.record(op, {x, angle});
}

}  // namespace glassformer
