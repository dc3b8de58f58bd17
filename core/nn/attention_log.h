#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "core/grad/var.h"
#include "core/tensor/rng.h"

namespace glassformer {

// What a decoder's attention did for some words of a batch, one row per word.
struct Look {
  Var scores;  // [n, the longest source of these]; −∞ after a source's end
  Var choice;  // 1 where one position was taken, else 0; empty if soft
  std::vector<int> sentences, places;  // of each row: its sentence, and its position in the target
  bool carried = false;                // the context also feeds later steps
};

// How hard attention picks its position, and a record of where the decoder looked.
class AttentionLog {
 public:
  AttentionLog() = default;  // picks the most probable
  // Positions are sampled from the weights: with the numbers of that seed, or with the numbers in
  // [0, 1) that are given, one per row.
  explicit AttentionLog(std::uint64_t seed) : draws_(of_seed(seed)) {}
  explicit AttentionLog(std::function<Mat(int rows)> draws) : draws_(std::move(draws)) {}

  std::optional<Mat> draws(int rows) {  // [rows, 1]; empty: take the most probable
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
