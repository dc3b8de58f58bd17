#pragma once

#include <string>

#include "core/scenes/part.h"

namespace glassformer {

// A positional encoding of sines and cosines, as it is recorded step by step.
struct SinusoidSpec {
  enum class Exponent {
    paired,    // 2i / d_model for the dimensions 2i and 2i + 1 (Vaswani et al. 2017, §3.5)
    unpaired,  // 2c / d_model for dimension c: what the table in lecture 002 was made with
  };
  Exponent exponent = Exponent::paired;
  int positions = 0;   // rows
  int dimensions = 0;  // columns; fewer than d_model: the first of them
  int d_model = 0;     // under the exponent
  double base = 10000;
};

struct Sinusoids {
  Part exponent;    // [1, dimensions]
  Part frequency;   // [1, dimensions]  base^(−exponent)
  Part wavelength;  // [1, dimensions]  places until the wave repeats
  Part angle;       // [positions, dimensions]  position × frequency
  Part encoding;    // [positions, dimensions]  sine in even, cosine in odd dimensions
};

// The places of a sequence or the dimensions of a vector, counted from 0 as the formula does.
Axis counted_from_zero(std::string name, int count);

// The places 0, 1, 2 … or `first`, first + 1 …, as a column named `position`: [n, 1].
Part name_places(Tape& tape, int count, int first = 0);

// Named exponent, log, frequency, wavelength (places until the wave repeats), angle and encoding in
// the tape's scope.
Sinusoids record_sinusoids(const SinusoidSpec& spec, Part places);

// Named norm [n, 1], products [n, n] and distances [n, n] of the rows of an encoding.
struct RowGeometry {
  Part norm, products, distances;
};
RowGeometry record_geometry(Part encoding, const Axis& rows, const Axis& others);

}  // namespace glassformer
