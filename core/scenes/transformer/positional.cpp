#include "core/scenes/transformer/positional.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "core/grad/ops.h"
#include "core/nn/axes.h"

namespace glassformer {

Axis counted_from_zero(std::string name, int count) {
  Axis axis = numbered(std::move(name));
  for (int i = 0; i < count; ++i) axis.labels.push_back(std::to_string(i));
  return axis;
}

Var name_places(Tape& tape, int count, int first) {
  Mat places(count, 1);
  for (int i = 0; i < count; ++i) places(i, 0) = static_cast<Real>(first + i);
  return tape.name(tape.input(std::move(places)),
                   {"position", "pos", Role::position, counted_from_zero("position", count),
                    numbered(""), all_cells("The place in the sequence, counted from 0.")});
}

Sinusoids record_sinusoids(Tape& tape, const SinusoidSpec& spec, Var places) {
  const bool paired = spec.exponent == SinusoidSpec::Exponent::paired;
  const Axis rows = counted_from_zero("position", spec.positions), one = numbered("");
  const Axis cols = counted_from_zero("dimension", spec.dimensions);
  Mat exponents(1, spec.dimensions);
  for (int c = 0; c < spec.dimensions; ++c) {
    const int twice = paired ? c - c % 2 : 2 * c;
    exponents(0, c) = static_cast<Real>(static_cast<double>(twice) / spec.d_model);
  }
  Sinusoids made;
  made.exponent =
      tape.name(tape.input(std::move(exponents)),
                {"exponent", paired ? "\\frac{2i}{d_{\\mathrm{model}}}" : "\\frac{2c}{d}",
                 Role::position, one, cols, [paired, d = spec.d_model](int, int c) {
                   return paired ? fmt::format("2i / d = 2 · {} / {}", c / 2, d)
                                 : fmt::format("2c / d = 2 · {} / {}", c, d);
                 }});
  // base^(−x) = e^(−x ln base)
  const Var log = tape.name(scale(tape, made.exponent, -std::log(spec.base)),
                            {"log", "\\ln \\omega", Role::position, one, cols});
  made.frequency = tape.name(exp(tape, log), {"frequency", "\\omega", Role::position, one, cols});
  made.wavelength = tape.name(scale(tape, reciprocal(tape, made.frequency), 2 * std::numbers::pi),
                              {"wavelength", "\\frac{2 \\pi}{\\omega}", Role::position, one, cols});
  made.angle = tape.name(matmul(tape, places, made.frequency),
                         {"angle", "pos \\cdot \\omega", Role::position, rows, cols});
  made.encoding = tape.name(sinusoid(tape, made.angle),
                            {"encoding", "\\mathrm{PE}", Role::position, rows, cols});
  return made;
}

RowGeometry record_geometry(Tape& tape, Var encoding, const Axis& rows, const Axis& others) {
  const Shape shape = tape.shape(encoding);
  RowGeometry made;
  const std::string symbol = tape.node(encoding).label.symbol;
  const Var origin = tape.name(
      tape.input(Mat(1, shape.cols)),
      {"origin", "0", Role::plain, numbered(""), counted_from_zero("dimension", shape.cols)});
  made.norm = tape.name(distance(tape, encoding, origin),
                        {"norm", "\\| " + symbol + " \\|", Role::plain, rows, numbered("")});
  made.products =
      tape.name(matmul_nt(tape, encoding, encoding),
                {"products", symbol + " " + symbol + "^{\\top}", Role::score, rows, others});
  made.distances = tape.name(
      distance(tape, encoding, encoding),
      {"distances", "\\| " + symbol + "_{i} - " + symbol + "_{j} \\|", Role::plain, rows, others});
  return made;
}

}  // namespace glassformer
