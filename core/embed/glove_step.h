#pragma once

#include <cstdint>

#include "core/backend/lanes.h"

namespace glassformer {

// What one count asks of two vectors, w·c (+ b_w + b_c) = log count, and how much it matters.
struct GloveCell {
  std::int32_t word;
  std::int32_t context;
  float log_count;
  float weight;  // f(count)
};

// f(x) = (x / x_max)^power, at most 1 (Pennington et al. 2014, equation 9).
float glove_weight(double count, double x_max, double power);

// A row of a word: its vector, its bias, and of each the sum that AdaGrad divides by. Padded to
// whole lanes; what pads it stays 0.
struct GloveRow {
  explicit GloveRow(int dim) : width(padded(dim)) {}
  int size() const { return 2 * width + lanes; }  // floats
  int squares() const { return width; }           // of the vector, from here on
  int bias() const { return 2 * width; }
  int bias_square() const { return 2 * width + 1; }
  int width;
};

struct GloveStep {
  GloveRow row;
  float rate;
  bool biases;

  // One step on ½ f (w·c + b_w + b_c − log count)², equation 8 with the ½ of the lecture, which
  // leaves the biases out. AdaGrad (Duchi et al. 2011) as the original program has it: the gradient
  // times the rate is divided by the root of the sum of squares of the earlier such products, which
  // begins at 1. Returns the loss before the step. The root is good to 5 parts in a million.
  float operator()(float* word, float* context, const GloveCell& cell) const;
};

}  // namespace glassformer
