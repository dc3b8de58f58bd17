#pragma once

#include <cstdint>

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

// The bias of a word, and the sum that AdaGrad divides its steps by.
struct GloveBias {
  float value = 0;
  float square = 1;
};

struct GloveStep {
  // Of a word, or of a context, on 64-byte lines. What pads a vector is 0, and stays so.
  struct Row {
    float* vector;   // [width]
    float* squares;  // [width]: AdaGrad's sums
    GloveBias* bias;
  };

  int width;  // of a vector, in whole lanes
  float rate;
  bool biases;

  // One step on ½ f (w·c + b_w + b_c − log count)², equation 8 with the ½ of the lecture, which
  // leaves the biases out. AdaGrad (Duchi et al. 2011) as the original program has it: the gradient
  // times the rate is divided by the root of the sum of squares of the earlier such products, which
  // begins at 1. Returns the loss before the step. The root is good to 5 parts in a million.
  float operator()(const Row& word, const Row& context, const GloveCell& cell) const;
};

}  // namespace glassformer
