// y = x Φ(x), Φ the distribution function of the normal law: the exact form, not the one with tanh
// (Hendrycks and Gimpel 2016, section 2). Slope: Φ(x) + x φ(x), φ the density.
//
// More than `exact_cells` cells, in float: Φ by formula 7.1.26 of Abramowitz and Stegun 1964, whose
// error is below 1.5e-7, which is a float's own.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>

#include "core/grad/ops.h"
#include "core/grad/ops/cellwise.h"
#include "core/grad/writes_all.h"
#include "core/kernels/lanes.h"

namespace glassformer {

namespace {

double normal_below(double x) {
  return 0.5 * std::erfc(-x / std::numbers::sqrt2);
}

double f(double x) {
  return std::isinf(x) && x < 0 ? 0 : x * normal_below(x);  // the limit of −∞ · 0
}

double slope(double x, double) {
  const double density = std::exp(-x * x / 2) * std::numbers::inv_sqrtpi / std::numbers::sqrt2;
  return normal_below(x) + (std::isinf(x) ? 0 : x * density);
}

using Exact = Cellwise<f, slope>;

// Φ(x), given e^(−x²/2).
inline Lanes below(Lanes x, Lanes power) {
  const Lanes z = (x < 0 ? -x : x) * Real(0.70710678118654752);
  const Lanes t = 1 / (1 + Real(0.3275911) * z);
  Lanes p = t * Real(1.061405429) - Real(1.453152027);
  p = p * t + Real(1.421413741);
  p = p * t - Real(0.284496736);
  p = p * t + Real(0.254829592);
  const Lanes half = Real(0.5) - p * t * power * Real(0.5);
  return Real(0.5) + (x < 0 ? -half : half);
}

inline Lanes normal_power(Lanes x) {
  return quick_exp(x * x * Real(-0.5));
}

// From there on Φ is 0 or 1 and x φ(x) is 0; ∞ · 0 would be nan.
constexpr Real far = 15;
inline Lanes at_least(Lanes x) {
  return x < -far ? Lanes{} - far : x;
}

inline Lanes quick_f(Lanes x) {
  return at_least(x) * below(x, normal_power(x));
}

inline Lanes quick_slope(Lanes x) {
  constexpr Real peak = Real(std::numbers::inv_sqrtpi / std::numbers::sqrt2);
  const Lanes power = normal_power(x), least = at_least(x);
  return below(x, power) + (least > far ? Lanes{} + far : least) * power * peak;
}

// Calls body(i, count) for each vector of cells, over the cores: it begins at cell i and has
// `count` of them, fewer than `lanes` at the end.
template <class Body>
void in_vectors(std::size_t cells, const Body& body) {
  constexpr std::size_t piece = 1024 * static_cast<std::size_t>(lanes);
  const std::size_t pieces = (cells + piece - 1) / piece;
  parallel_for(static_cast<int>(pieces), cells * Exact::cost, [&](int number) {
    const std::size_t begin = static_cast<std::size_t>(number) * piece;
    const std::size_t end = std::min(cells, begin + piece);
    for (std::size_t i = begin; i < end; i += static_cast<std::size_t>(lanes)) {
      body(i, std::min(static_cast<std::size_t>(lanes), end - i));
    }
  });
}

inline Lanes load_some(const Real* from, std::size_t count) {
  if (count == static_cast<std::size_t>(lanes)) return load_lanes(from);
  Lanes to{};
  std::memcpy(&to, from, count * sizeof(Real));
  return to;
}

inline void store_some(Real* to, Lanes from, std::size_t count) {
  if (count == static_cast<std::size_t>(lanes)) return store_lanes(to, from);
  std::memcpy(to, &from, count * sizeof(Real));
}

bool is_exact(const Mat& x) {
  return sizeof(Real) == sizeof(double) || x.size() <= exact_cells;
}

void forward(const Tape& tape, Node& node) {
  const Mat& x = in(tape, node, 0);
  if (is_exact(x)) return Exact::forward(tape, node);
  const Real* const from = x.data();
  Real* const to = node.value.data();
  in_vectors(x.size(), [&](std::size_t i, std::size_t count) {
    store_some(to + i, quick_f(load_some(from + i, count)), count);
  });
}

void backward(Tape& tape, const Node& node, const Mat& grad) {
  const Mat& x = in(tape, node, 0);
  if (is_exact(x)) return Exact::backward(tape, node, grad);
  const Real *const from = x.data(), *const dy = grad.data();
  const auto [dx, fresh] = gradient_of(tape, node, 0);
  Real* const to = dx.data();
  in_vectors(x.size(), [&, fresh = fresh](std::size_t i, std::size_t count) {
    const Lanes d = load_some(dy + i, count) * quick_slope(load_some(from + i, count));
    store_some(to + i, fresh ? d : load_some(to + i, count) + d, count);
  });
}

constexpr Op op{.name = "gelu",
                .formula = "x_{ij} \\Phi(x_{ij})",
                .source = "Hendrycks and Gimpel 2016, section 2",
                .shape = same_shape,
                .forward = forward,
                .backward = backward,
                .explain = Exact::explain};
const RegisterOp registered{op};
const WritesAll whole{op};

}  // namespace

Var gelu(Tape& tape, Var x) {
  return tape.record(op, {x});
}

}  // namespace glassformer
