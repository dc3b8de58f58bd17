#include "core/scenes/transformer/positional.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <utility>

#include "core/nn/axes.h"

namespace glassformer {

Axis counted_from_zero(std::string name, int count) {
  Axis axis = numbered(std::move(name));
  for (int i = 0; i < count; ++i) axis.labels.push_back(std::to_string(i));
  return axis;
}

Part name_places(Tape& tape, int count, int first) {
  Mat places(count, 1);
  for (int i = 0; i < count; ++i) places(i, 0) = static_cast<Real>(first + i);
  return put(tape, std::move(places),
             {"position", "pos", Role::position, counted_from_zero("position", count), numbered(""),
              all_cells("The place in the sequence, counted from 0.")});
}

Sinusoids record_sinusoids(const SinusoidSpec& spec, Part places) {
  const bool paired = spec.exponent == SinusoidSpec::Exponent::paired;
  Mat exponents(1, spec.dimensions);
  for (int c = 0; c < spec.dimensions; ++c) {
    const int twice = paired ? c - c % 2 : 2 * c;
    exponents(0, c) = static_cast<Real>(static_cast<double>(twice) / spec.d_model);
  }
  Tape& tape = places.tape();
  Sinusoids made;
  made.exponent = Part(tape, tape.input(std::move(exponents)))
                      .as("exponent", paired ? "\\frac{2i}{d_{\\mathrm{model}}}" : "\\frac{2c}{d}",
                          {.role = Role::position,
                           .cols = counted_from_zero("dimension", spec.dimensions),
                           .origin = [paired, d = spec.d_model](int, int c) {
                             return paired ? fmt::format("2i / d = 2 · {} / {}", c / 2, d)
                                           : fmt::format("2c / d = 2 · {} / {}", c, d);
                           }});
  // base^(−x) = e^(−x ln base)
  const Part log = (-std::log(spec.base) * made.exponent).as("log", "\\ln \\omega");
  made.frequency = exp(log).as("frequency", "\\omega");
  made.wavelength = (2 * std::numbers::pi * reciprocal(made.frequency))
                        .as("wavelength", "\\frac{2 \\pi}{\\omega}");
  made.angle = (places * made.frequency).as("angle", "pos \\cdot \\omega", Role::position);
  made.encoding = sinusoid(made.angle).as("encoding", "\\mathrm{PE}");
  return made;
}

RowGeometry record_geometry(Part encoding, const Axis& rows, const Axis& others) {
  Tape& tape = encoding.tape();
  const int width = encoding.shape().cols;
  RowGeometry made;
  const std::string& symbol = encoding.symbol();
  const Part origin = Part(tape, tape.input(Mat(1, width)))
                          .as("origin", "0", {.cols = counted_from_zero("dimension", width)});
  made.norm = distance(encoding, origin).as("norm", "\\| " + symbol + " \\|", {.rows = rows});
  const Said pairs{.rows = rows, .cols = others};
  made.products =
      (encoding * transposed(encoding)).as("products", symbol + " " + symbol + "^{\\top}", pairs);
  made.distances = distance(encoding, encoding)
                       .as("distances", "\\| " + symbol + "_{i} - " + symbol + "_{j} \\|", pairs);
  return made;
}

}  // namespace glassformer
