#pragma once

#include "core/grad/tape.h"

namespace glassformer {

// Direct preference optimisation (Rafailov et al. 2023, arXiv 2305.18290, equation 7), the mean
// over the pairs of
//   −log σ(β (log π(better) − log ref(better)) − β (log π(worse) − log ref(worse))),
// of the log probabilities of both answers, each [1, pairs], under the model that learns; `ref`
// under the one that it began as. As the cross-entropy of a softmax over the two: the one that is
// better is to be chosen (equation 6).
Var preference_loss(Tape& tape, Var better, Var worse, const Mat& ref_better, const Mat& ref_worse,
                    double beta);

}  // namespace glassformer
