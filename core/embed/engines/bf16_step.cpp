#include "core/embed/engines/bf16_step.h"

#include <algorithm>

#include "core/kernels/word_kernels.h"

namespace glassformer {

double Bf16Step::logistic(const LogisticRows& rows, float alpha, bool want_loss) {
  constexpr std::size_t most = bf16_most_outputs;
  const std::size_t count = rows.outputs.size();
  if (count <= most) return step(rows, alpha, want_loss);
  double loss = 0;
  LogisticRows part = rows;
  const std::size_t steps = (count + most - 1) / most;
  for (std::size_t s = 0, begin = 0; s < steps; ++s) {
    const std::size_t end = (s + 1) * count / steps;
    part.outputs = rows.outputs.subspan(begin, end - begin);
    part.labels = rows.labels.subspan(begin, end - begin);
    part.slow = std::min(rows.slow, end) - std::min(rows.slow, begin);
    loss += step(part, alpha, want_loss);
    part.ahead = {};
    begin = end;
  }
  return loss;
}

#ifdef __x86_64__
double Bf16Step::step(const LogisticRows& rows, float alpha, bool want_loss) {
  memory_.resize(std::max(memory_.size(), bf16_floats(rows.inputs.size(), dim_)));
  const WordKernels::Step of{rows.inputs.data(),
                             rows.inputs.size(),
                             rows.outputs.data(),
                             rows.outputs.size(),
                             dim_,
                             memory_.data(),
                             nullptr};
  return bf16_logistic_avx512(of, {rows.labels.data(), rows.slow, slow_share}, rows.ahead.data(),
                              rows.ahead.size(), alpha, want_loss);
}
#else
double Bf16Step::step(const LogisticRows&, float, bool) {
  return 0;
}
#endif

}  // namespace glassformer
