#pragma once

#include <vector>

#include "core/tensor/mat.h"

// Many turns of what the scene glove shows one of.
namespace glassformer {

struct GloveParts {
  Mat w, c;   // [words, d], [contexts, d]
  Mat b, bc;  // [words, 1], [1, contexts]; not changed without biases
};

// Gradient descent on J = ½ Σ f (w·c + b + bc − log)² over the cells where f is not 0, all at once
// in each turn (Pennington et al. 2014, equation 8, with the lecture's ½): `f` and `logs` are
// [words, contexts]. Changes the parts, and returns J before each turn and after the last.
std::vector<double> descend_glove(GloveParts& parts, const Mat& f, const Mat& logs, bool biases,
                                  double alpha, int turns);

}  // namespace glassformer
