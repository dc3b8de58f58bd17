#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/formats/nameless_file.h"
#include "core/nn/params.h"
#include "core/train/adam.h"
#include "core/train/adam_step.h"

namespace glassformer {

// The gradient of one matrix: of all its rows, or of some of them, and 0 for the others.
struct RowsGradient {
  const Mat* rows = nullptr;
  std::span<const int> which = {};  // the row that each of them stands for, ascending; empty: all
};

// Adam for matrices that fill the memory: where the two running means of all weights have no room
// in it they lie in a nameless file, and an embedding matrix needs the gradient of those rows alone
// that a batch looked up. What it does to the weights is what Adam does, bit for bit.
class LargeAdam {
 public:
  // The means take 2 · cells · sizeof(Real) bytes: above `max_in_memory` they go to the file.
  // Throws UserError if the disk fails, as all functions here do.
  LargeAdam(const Params& params, AdamSettings settings,
            std::uint64_t max_in_memory = std::uint64_t{32} << 20);

  // One gradient for each param. Returns the length of all of them before clipping; if that is not
  // finite nothing moves. The result does not depend on the number of threads. If the disk fails
  // some weights have moved and others have not.
  double step(Params& params, std::span<const RowsGradient> gradients, double rate);

  // What a checkpoint holds: the steps, and all running means piece by piece.
  std::int64_t steps = 0;
  std::uint64_t means() const { return starts_.back(); }
  void each(const std::function<void(std::span<const Real>)>& take) const;
  void fill(const std::function<void(std::span<Real>)>& give);

  void forget_means();  // frees them; no step may follow

 private:
  // The means of a piece, those of its gradient before those of the squares, and back.
  void read(std::size_t piece, std::vector<Real>& both) const;
  void write(std::size_t piece, std::span<const Real> both);
  void move(std::size_t piece, const AdamStep& step, const Real* gradient, Real* weights);

  AdamSettings settings_;
  std::vector<AdamPiece> pieces_;
  std::vector<std::uint64_t> starts_;  // of the means of each piece, and where the last one's end
  std::vector<Real> in_memory_;        // empty: in the file
  NamelessFile file_;
};

}  // namespace glassformer
