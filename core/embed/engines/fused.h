#pragma once

#include <span>
#include <vector>

#include "core/embed/engines/logistic_rows.h"
#include "core/kernels/word_kernels.h"

namespace glassformer {

// The steps of core/embed/train/step.h, as fast as they go: the sums of six or eight output rows
// with two input rows stay in registers, all products are turned into steps with a vectorised
// sigmoid, and then one pass over the columns moves inputs and outputs together. The
// vectors are the widest of the processor (core/kernels/word_kernels.h).
//
// Rows are those of a RowsBuilder: on 64-byte lines, zeros behind the last column. Differs from
// step.h where an input row stands twice in the list (its second turn sees what the first moved);
// an output row must not stand twice. The loss is 0 unless it is asked for. One object a thread.
class FusedStep {
 public:
  explicit FusedStep(int dim) : dim_(dim) {}

  // The rows ahead are brought near in two parts, before the first pass and before the second: a
  // core waits for few lines at a time.
  double logistic(const LogisticRows& rows, float alpha, bool want_loss);
  double softmax(std::span<float* const> inputs, std::span<float* const> outputs, int target,
                 float alpha, bool want_loss);

  // The mean of rows, and what moved it, times `share`, added to each of them.
  void mean(std::span<float* const> rows, float* to) const;
  void pass_on(const float* before, const float* after, float share,
               std::span<float* const> rows) const;
  // Begins to bring rows near, to be changed.
  void fetch(std::span<float* const> rows) const;

 private:
  WordKernels::Step step(std::span<float* const> inputs, std::span<float* const> outputs);

  const int dim_;
  std::vector<float> steps_, moves_;
};

}  // namespace glassformer
