#include "core/embed/engines/fused.h"

#include <algorithm>
#include <cstdint>

#include "core/kernels/prefetch.h"
#include "core/kernels/word_kernels.h"

namespace glassformer {

namespace {

// On a line of its own, whatever the vector's memory begins at, with room for so many floats.
float* on_a_line(std::vector<float>& memory, std::size_t floats) {
  constexpr std::size_t line = 64 / sizeof(float);
  if (memory.size() < floats + line) memory.resize(floats + line);
  const auto address = reinterpret_cast<std::uintptr_t>(memory.data());
  return memory.data() + (64 - address % 64) % 64 / sizeof(float);
}

}  // namespace

WordKernels::Step FusedStep::step(std::span<float* const> inputs, std::span<float* const> outputs) {
  return {inputs.data(),
          inputs.size(),
          outputs.data(),
          outputs.size(),
          dim_,
          on_a_line(steps_, step_floats(inputs.size(), outputs.size())),
          on_a_line(moves_, move_floats(inputs.size(), dim_))};
}

void FusedStep::fetch(std::span<float* const> rows) const {
  for (const float* const row : rows) {
    for (int column = 0; column < dim_; column += 16) prefetch_to_change(row + column);
  }
}

void FusedStep::mean(std::span<float* const> rows, float* to) const {
  word_kernels().mean(rows.data(), rows.size(), dim_, to);
}

void FusedStep::pass_on(const float* before, const float* after, float share,
                        std::span<float* const> rows) const {
  word_kernels().pass_on(before, after, share, rows.data(), rows.size(), dim_);
}

double FusedStep::logistic(const LogisticRows& rows, float alpha, bool want_loss) {
  const WordKernels::Step of = step(rows.inputs, rows.outputs);
  const std::size_t half = rows.ahead.size() / 2;
  fetch(rows.ahead.first(half));
  word_kernels().score(of);
  fetch(rows.ahead.subspan(half));
  return word_kernels().logistic(of, {rows.labels.data(), rows.slow, slow_share}, alpha, want_loss);
}

double FusedStep::softmax(std::span<float* const> inputs, std::span<float* const> outputs,
                          int target, float alpha, bool want_loss) {
  return word_kernels().softmax(step(inputs, outputs), target, alpha, want_loss);
}

}  // namespace glassformer
