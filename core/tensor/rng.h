#pragma once

#include <cstdint>
#include <string_view>

#include "core/tensor/mat.h"

namespace glassformer {

// splitmix64 (Steele, Lea and Flood 2014): the same numbers on every machine and compiler, which
// the distributions of <random> do not promise. A seed names a sequence; nothing else feeds it.
class Rng {
 public:
  explicit Rng(std::uint64_t seed) : state_(seed) {}
  // The sequence of the seed from its n-th number on (n counts from 0), without the ones before.
  static Rng at(std::uint64_t seed, std::uint64_t n) { return Rng(seed + n * step); }
  std::uint64_t next() {
    std::uint64_t z = (state_ += step);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }  // [0, 1)
  double normal();   // mean 0, standard deviation 1 (Box–Muller); takes two numbers
  int below(int n);  // 0 … n − 1, each equally likely; n ≥ 1

 private:
  static constexpr std::uint64_t step = 0x9e3779b97f4a7c15ULL;
  std::uint64_t state_;
};

// FNV-1a, to give a name or a word its own seed: Rng(seed ^ hash("head.1.wq")).
std::uint64_t hash(std::string_view text);

// Each cell normal with mean 0 and the given standard deviation.
Mat normal(Shape shape, double deviation, std::uint64_t seed);

}  // namespace glassformer
