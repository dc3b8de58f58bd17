#include "core/train/preference_loss.h"

#include <vector>

#include "core/grad/ops.h"

namespace glassformer {

Var preference_loss(Tape& tape, Var better, Var worse, const Mat& ref_better, const Mat& ref_worse,
                    double beta) {
  const auto gained = [&](Var now, const Mat& ref) {
    return transpose(tape, scale(tape, subtract(tape, now, tape.input(ref)), beta));
  };
  const Var both = concat_cols(tape, {gained(better, ref_better), gained(worse, ref_worse)});
  return cross_entropy(tape, both, std::vector<int>(static_cast<std::size_t>(ref_better.cols())));
}

}  // namespace glassformer
