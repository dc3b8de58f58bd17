// Turns pair p of row i, the columns c and c' = c + apart, by an angle a:
//   y_c = x_c cos a − x_c' sin a,   y_c' = x_c sin a + x_c' cos a.
// One row of angles applies to all rows, and fewer angles than pairs begin again and again, head by
// head. Reads Attr::i: how far apart the two are (ops.h).
// Backward: dx is dy turned back, and the angle gets dy_c' y_c − dy_c y_c', summed over all that it
// applies to.
#include <cmath>
#include <utility>

#include "core/grad/number_text.h"
#include "core/grad/ops.h"
#include "core/grad/ops/common.h"
#include "core/kernels/parallel.h"

namespace glassformer {

namespace {

Shape shape(const Tape& tape, const Node& node) {
  const Shape x = in_shape(tape, node, 0), angle = in_shape(tape, node, 1);
  if (angle.cols < 1 || x.cols % (2 * angle.cols) != 0) {
    throw_shape_error(
        tape, node, "there must be one angle for every two columns, or one for those of each head");
  }
  if (node.attr.i < 1 || angle.cols % node.attr.i != 0) {
    throw_shape_error(tape, node,
                      "pairs " + number_text(node.attr.i) + " columns apart do not fill the rows");
  }
  if (angle.rows != 1 && angle.rows != x.rows) {
    throw_shape_error(tape, node, "there must be one row of angles, or one for every row");
  }
  return x;
}

// The pair that a column is in, and its two columns.
struct Pair {
  Pair(const Node& node, int col)
      : number(col / (2 * node.attr.i) * node.attr.i + col % node.attr.i),
        first(number / node.attr.i * node.attr.i + number),
        second(first + node.attr.i),
        is_first(col == first) {}
  int number, first, second;
  bool is_first;
};

// Where its angle stands.
Shape place_of_angle(Shape angle, int row, int pair) {
  return {angle.rows == 1 ? 0 : row, pair % angle.cols};
}

// The factors of the first and of the second column in one of them.
std::pair<double, double> factors(double angle, bool is_first) {
  const double s = std::sin(angle), c = std::cos(angle);
  return is_first ? std::pair{c, -s} : std::pair{s, c};
}

// Calls body(first column, second column, angle's column, sin, cos) for each pair of the row.
template <class Body>
void each_pair(const Mat& angle, int row, int pairs, int apart, const Body& body) {
  const int angle_row = angle.rows() == 1 ? 0 : row;
  for (int at = 0; at < angle.cols(); ++at) {
    const double a = angle(angle_row, at), s = std::sin(a), c = std::cos(a);
    for (int pair = at; pair < pairs; pair += angle.cols()) {
      const int first = pair / apart * apart + pair;
      body(first, first + apart, at, s, c);
    }
  }
}

void forward(const Tape& tape, Node& node) {
  const Mat &x = in(tape, node, 0), &angle = in(tape, node, 1);
  parallel_for(x.rows(), x.size() * 16, [&](int row) {
    const auto from = x.row(row);
    const auto to = result(node).row(row);
    each_pair(angle, row, x.cols() / 2, node.attr.i, [&](int c, int d, int, double s, double co) {
      const double one = from[static_cast<std::size_t>(c)],
                   other = from[static_cast<std::size_t>(d)];
      to[static_cast<std::size_t>(c)] = static_cast<Real>(co * one - s * other);
      to[static_cast<std::size_t>(d)] = static_cast<Real>(s * one + co * other);
    });
  });
}

void backward(Tape& tape, const Node& node, const Mat& grad) {
  const Mat &angle = in(tape, node, 1), &y = result(node);
  Mat& dx = grad_in(tape, node, 0);
  Mat& dangle = grad_in(tape, node, 1);
  for (int row = 0; row < dx.rows(); ++row) {
    const int angle_row = angle.rows() == 1 ? 0 : row;
    each_pair(angle, row, dx.cols() / 2, node.attr.i,
              [&](int c, int d, int at, double s, double co) {
                const double one = grad(row, c), other = grad(row, d);
                dx(row, c) += static_cast<Real>(one * co + other * s);
                dx(row, d) += static_cast<Real>(other * co - one * s);
                dangle(angle_row, at) += static_cast<Real>(other * y(row, c) - one * y(row, d));
              });
  }
}

Explanation explain(const Tape& tape, const Node& node, int row, int col) {
  const Mat &x = in(tape, node, 0), &angle = in(tape, node, 1);
  const Pair pair(node, col);
  const Shape place = place_of_angle(angle.shape(), row, pair.number);
  const double a = angle(place.rows, place.cols);
  const auto [first, second] = factors(a, pair.is_first);
  // `times`, the cell or its negative, is what the sine or cosine is multiplied by.
  const auto term = [&](int at, double factor, double times, const char* function) {
    return Term{{cell_in(node, 0, row, at), cell_in(node, 1, place.rows, place.cols)},
                factor * x(row, at),
                number_text(times) + " · " + function + "(" + number_text(a) + ")"};
  };
  Explanation explanation;
  explanation.how = Explanation::How::sum;
  explanation.terms.push_back(
      term(pair.first, first, x(row, pair.first), pair.is_first ? "cos" : "sin"));
  explanation.terms.push_back(term(
      pair.second, second, pair.is_first ? 0.0 - x(row, pair.second) : 1.0 * x(row, pair.second),
      pair.is_first ? "sin" : "cos"));
  return explanation;
}

Law law(LawPen& pen) {
  if (!pen.col.is_number()) return {};
  const Pair pair(pen.node(), pen.col.at);
  const Index angle_row = pen.shape(1).rows == 1 ? Index(0) : pen.row;
  const std::string angle = pen.cell(1, angle_row, pair.number % pen.shape(1).cols),
                    first = pen.factor(0, pen.row, pair.first),
                    second = pen.factor(0, pen.row, pair.second);
  return {first + (pair.is_first ? " \\cos " : " \\sin ") + angle +
              (pair.is_first ? " - " : " + ") + second + (pair.is_first ? " \\sin " : " \\cos ") +
              angle,
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

Var rotate_pairs(Tape& tape, Var x, Var angle, int apart) {
  Attr attr;
  attr.i = apart;
  return tape.record(op, {x, angle}, std::move(attr));
}

}  // namespace glassformer
