#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/kernels/row_kernels.h"
#include "core/train/adam.h"

namespace glassformer {

// Cells are worked on in pieces that depend on the shapes alone, so that sums over pieces are the
// same for any number of threads.
struct AdamPiece {
  static constexpr std::size_t max = 32'768;
  int param = 0;
  std::size_t begin = 0, end = 0;  // of the param's cells
  std::size_t size() const { return end - begin; }
};

// All cells of all params, in order.
std::vector<AdamPiece> adam_pieces(const Params& params);

// Of n cells of the gradient.
double sum_of_squares(const Real* gradient, std::size_t n);

// What one step does to each weight (Kingma and Ba 2015, algorithm 1), with the factors that all
// weights share worked out once.
class AdamStep {
 public:
  // `t` counts steps from 1; `length` is that of the whole gradient.
  AdamStep(const AdamSettings& settings, std::int64_t t, double length, double rate);
  // n weights, their gradients, and the running means of these and of their squares.
  void move(std::size_t n, const Real* gradient, Real* first, Real* second, Real* weights) const;

 private:
  RowKernels::Adam factors_;
};

}  // namespace glassformer
