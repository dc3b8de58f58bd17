#pragma once

#include <span>

namespace glassformer {

// One step of stochastic gradient descent on rows of `dim` floats: every input row x_i against
// every output row o_j. All gradients are taken at the rows as they were, then all rows move. Rows
// that stand twice in a list get both their gradients. Returns the loss before the step.
//
// These are the loops as anyone would write them: the specification of core/embed/engines/fused.h,
// and what core/embed/train/textbook.h
// trains with; a test holds them to the tape.

// Yes or no: Σ_ij −log σ(±x_i·o_j), + for label 1 and − for label 0. Negative sampling (Mikolov et
// al. 2013b, eq. 4) has the centre word with label 1 and the negatives with 0; hierarchical softmax
// (eq. 3) has the nodes of the path, label 1 where the code turns to bit 0.
double logistic_step(std::span<float* const> inputs, std::span<float* const> outputs,
                     std::span<const float> labels, int dim, float alpha);

// One of all: Σ_i −log softmax_j(x_i·o_j) at the target (eq. 2).
double softmax_step(std::span<float* const> inputs, std::span<float* const> outputs, int target,
                    int dim, float alpha);

}  // namespace glassformer
