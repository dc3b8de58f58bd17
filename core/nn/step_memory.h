#pragma once

#include <functional>
#include <vector>

namespace glassformer {

// How long the two sides of an example are, in tokens; 0: it has none.
struct ExampleSize {
  int source = 0, target = 0;
};

// What a pass over a batch holds, values and gradients, in bytes: something for each example, which
// grows with its length and, where attention is, with the length's square, and something that no
// length changes. No pass of the real size is made for it: short examples tell what long ones take.
class StepMemory {
 public:
  // `held` makes a pass over examples of these sizes and returns what it holds, in bytes.
  using Held = std::function<double(const std::vector<ExampleSize>& examples)>;
  // The longest example that is tried has three times `probe` tokens.
  StepMemory(const Held& held, ExampleSize longest, int probe = 16);

  double of(ExampleSize example) const;
  double fixed() const { return fixed_; }

 private:
  double fixed_ = 0, one_ = 0, source_ = 0, target_ = 0;
  double source_squared_ = 0, target_squared_ = 0, both_ = 0;
};

// Of a batch of so many of these examples, whichever are drawn. `passes` hold their own fixed part.
double bytes_of_batch(const StepMemory& memory, const std::vector<ExampleSize>& examples, int batch,
                      int passes);

}  // namespace glassformer
