#include "core/tensor/rng.h"

#include <cmath>
#include <numbers>

namespace glassformer {

double Rng::normal() {
  const double radius = std::sqrt(-2 * std::log(1 - uniform()));
  return radius * std::cos(2 * std::numbers::pi * uniform());
}

int Rng::below(int n) {
  // n does not divide 2^64: rejects the 2^64 mod n lowest draws, so that no remainder is favoured.
  const auto bound = static_cast<std::uint64_t>(n);
  const std::uint64_t limit = -bound % bound;
  std::uint64_t draw = next();
  while (draw < limit) draw = next();
  return static_cast<int>(draw % bound);
}

std::uint64_t hash(std::string_view text) {
  std::uint64_t h = 0xcbf29ce484222325ULL;
  for (unsigned char c : text) h = (h ^ c) * 0x100000001b3ULL;
  return h;
}

Mat normal(Shape shape, double deviation, std::uint64_t seed) {
  Mat m(shape);
  Rng rng(seed);
  for (Real& cell : m.cells()) cell = static_cast<Real>(deviation * rng.normal());
  return m;
}

}  // namespace glassformer
