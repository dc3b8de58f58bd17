#include "core/nn/position.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/grad/ops.h"
#include "core/nn/seeded.h"

namespace glassformer {

Mat sinusoidal_positions(int n, int d_model, double base) {
  Mat encoding(n, d_model);
  for (int c = 0; c < d_model; ++c) {
    const int pair = c - c % 2;  // 2i: a sine and its cosine share one frequency
    const double frequency = std::pow(base, -static_cast<double>(pair) / d_model);
    for (int pos = 0; pos < n; ++pos) {
      const double angle = pos * frequency;
      encoding(pos, c) = static_cast<Real>(c % 2 == 0 ? std::sin(angle) : std::cos(angle));
    }
  }
  return encoding;
}

Origin sinusoid_origin(int d_model) {
  return [d_model](int position, int dimension) {
    const int twice = dimension - dimension % 2;
    const double angle = position / std::pow(10000.0, static_cast<double>(twice) / d_model);
    return fmt::format("{0}(pos / 10000^(2i / d)) = {0}({1} / 10000^({2} / {3})) = {0}({4:.4g})",
                       dimension % 2 == 0 ? "sin" : "cos", position, twice, d_model, angle);
  };
}

double Rotary::frequency(int pair, int d_k) const {
  const double own = std::pow(base, -2.0 * pair / d_k);
  if (scaling == Scaling::none) return own;
  if (scaling == Scaling::linear) return own / factor;
  const double turns = original * own / (2 * std::numbers::pi);
  const double keeps = std::clamp((turns - low) / (high - low), 0.0, 1.0);
  return keeps * own + (1 - keeps) * own / factor;
}

Mat rotary_angles(const std::vector<int>& positions, int d_k, const Rotary& rotary) {
  Mat angles(static_cast<int>(positions.size()), d_k / 2);
  for (int i = 0; i < angles.cols(); ++i) {
    const double frequency = rotary.frequency(i, d_k);
    for (int r = 0; r < angles.rows(); ++r) {
      angles(r, i) = static_cast<Real>(positions[static_cast<std::size_t>(r)] * frequency);
    }
  }
  return angles;
}

Mat rotary_angles(const std::vector<int>& positions, int d_k, double base) {
  return rotary_angles(positions, d_k, Rotary{.base = base});
}

double alibi_slope(int head, int heads) {
  return std::exp2(-8.0 * head / heads);
}

Mat alibi_bias(Shape pairs, double slope) {
  Mat bias(pairs);
  for (int i = 0; i < pairs.rows; ++i) {
    for (int j = 0; j < pairs.cols; ++j) bias(i, j) = static_cast<Real>(-slope * std::abs(i - j));
  }
  return bias;
}

Position::Position(Declaration& declaration, PositionKind kind, int max_len, int d_model)
    : kind_(kind), max_len_(max_len), d_model_(d_model) {
  if (kind == PositionKind::learned) {
    table_ = declaration.add_table("positions", {max_len, d_model}, 1 / std::sqrt(d_model));
  }
}

Var Position::encoding(Pass& pass, const Tokens& tokens) const {
  const Pass::Name name{"positions", "\\mathrm{PE}", Role::position};
  Tape& tape = pass.tape();
  if (kind_ == PositionKind::learned) {
    const Var table =
        pass.param(table_, {"position_table", "P", Role::position}, axes::position, axes::d_model);
    return pass.name(pass.look_up(table_, table, tokens.positions), name, tokens.axis,
                     axes::d_model);
  }
  // A person is shown the rows of this sentence alone, each with its sine or cosine.
  const int rows = pass.is_traced() ? tokens.rows() : max_len_;
  const Var sinusoids = tape.input(cached_leaf(fmt::format("sinusoids {} {}", rows, d_model_), [&] {
    return sinusoidal_positions(rows, d_model_);
  }));
  if (!pass.is_traced()) return gather(tape, sinusoids, tokens.positions);
  return pass.name(sinusoids, name, tokens.axis, axes::d_model, sinusoid_origin(d_model_));
}

Var Position::forward(Pass& pass, Var x, const Tokens& tokens) const {
  if (kind_ != PositionKind::sinusoidal && kind_ != PositionKind::learned) return x;
  return pass.name(add(pass.tape(), x, encoding(pass, tokens)), {"input", "X", Role::input},
                   tokens.axis, axes::d_model);
}

}  // namespace glassformer
