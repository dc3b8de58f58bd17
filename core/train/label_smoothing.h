#pragma once

namespace glassformer {

// The loss of a model that predicts just what label smoothing asks for: 1 − smoothing and its share
// of the smoothing for the right word, its share for each of the others. No model has a smaller
// one.
double smallest_loss(double smoothing, int words);

}  // namespace glassformer
