#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/embed/engines/logistic_rows.h"
#include "core/tensor/mat.h"

namespace glassformer {

// FusedStep::logistic() with products of bfloat16, floats without the lower half of their bits: the
// processor multiplies and adds twice as many of them at a time. Rows and sums stay floats; a score
// or a move is off by a hundredth of its largest product at most. Only where has_bf16_products()
// (core/kernels/width.h).
//
// More than sixteen outputs are taken in several steps one after the other, each of which sees what
// the one before it moved. One object a thread.
class Bf16Step {
 public:
  explicit Bf16Step(int dim) : dim_(dim) {}

  // Two inputs share an instruction, and only one of them would move if they were the same row. Of
  // one alone half the work would be for nothing.
  static bool can_take(std::span<float* const> inputs) {
    for (std::size_t i = 0; i + 1 < inputs.size(); i += 2) {
      if (inputs[i] == inputs[i + 1]) return false;
    }
    return inputs.size() > 1;
  }
  double logistic(const LogisticRows& rows, float alpha, bool want_loss);

 private:
  double step(const LogisticRows& rows, float alpha, bool want_loss);

  const int dim_;
  std::vector<float, LineAllocator<float>> memory_;
};

}  // namespace glassformer
