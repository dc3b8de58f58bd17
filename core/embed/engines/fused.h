#pragma once

#include <span>
#include <vector>

#include "core/embed/engines/logistic_rows.h"

namespace glassformer {

// The steps of core/embed/train/step.h, as fast as they go: the sums of six or eight output rows
// with two input rows stay in registers, all products are turned into steps with a vectorised
// sigmoid, and then one pass over the columns moves inputs and outputs together. Built for the
// widest vectors of the processor (core/kernels/lanes.h).
//
// Rows are those of a RowsBuilder: on 64-byte lines, zeros behind the last column. Differs from
// step.h where an input row stands twice in the list (its second turn sees what the first moved);
// an output row must not stand twice. The loss is 0 unless it is asked for. One object a thread.
class FusedStep {
 public:
  explicit FusedStep(int dim);

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
  void score(std::span<float* const> inputs, std::span<float* const> outputs);
  void move(std::span<float* const> inputs, std::span<float* const> outputs, std::size_t slow = 0);
  float* block(std::size_t number, std::size_t inputs);

  const int columns_;         // vectors of a row
  std::vector<float> steps_;  // blocks of outputs × inputs × 8: first scores, then steps
  std::vector<float> moves_;  // of the input rows, until the last block
};

}  // namespace glassformer
