#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "core/grad/var.h"
#include "core/tensor/rng.h"

namespace glassformer {

// What the attention of a decoder did for some words of a batch, a row each.
struct Look {
  Var scores;  // [n, the longest source of these]; −∞ after a source's end
  Var choice;  // 1 where one position was taken, else 0; empty if soft
  std::vector<int> sentences, places;  // whose each row is, and at which place of its target
  bool carried = false;                // what was found goes into later steps too
};

// How a decoder takes one position of several, and where it looked.
class AttentionLog {
 public:
  AttentionLog() = default;  // it takes the most probable
  // It draws with the probabilities: with the numbers of that seed, or with those that are given,
  // from 0 to 1, one a row.
  explicit AttentionLog(std::uint64_t seed) : draws_(of_seed(seed)) {}
  explicit AttentionLog(std::function<Mat(int rows)> draws) : draws_(std::move(draws)) {}

  std::optional<Mat> draws(int rows) {  // [rows, 1]; nothing: the most probable is taken
    return draws_ ? std::optional(draws_(rows)) : std::nullopt;
  }
  void add(Look look) { looks_.push_back(std::move(look)); }
  const std::vector<Look>& looks() const { return looks_; }

 private:
  static std::function<Mat(int)> of_seed(std::uint64_t seed) {
    return [rng = Rng(seed)](int rows) mutable {
      Mat draws(rows, 1);
      // Of 23 bits, so that no draw is rounded up to 1 where Real is a float.
      for (Real& cell : draws.cells()) {
        cell = static_cast<Real>(static_cast<double>(rng.next() >> 41) / (1 << 23));
      }
      return draws;
    };
  }

  std::function<Mat(int)> draws_;
  std::vector<Look> looks_;
};

}  // namespace glassformer
