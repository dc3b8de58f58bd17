#include "core/nn/step_memory.h"

#include <algorithm>
#include <cmath>

namespace glassformer {

namespace {

int step_within(int longest, int probe) {
  return std::clamp(longest / 3, longest > 0 ? 1 : 0, probe);
}

// a + b x + c x² through the points at u, 2u and 3u.
struct Parabola {
  double linear = 0, squared = 0;
  Parabola(double first, double second, double third, int u) {
    if (u == 0) return;
    squared = (third - 2 * second + first) / (2.0 * u * u);
    linear = (second - first) / u - 3 * squared * u;
  }
};

}  // namespace

StepMemory::StepMemory(const Held& held, ExampleSize longest, int probe) {
  const int s = step_within(longest.source, probe), t = step_within(longest.target, probe);
  const auto one = [&](int source, int target) { return held({{source * s, target * t}}); };
  const double smallest = one(1, 1);
  const double two = held({{s, t}, {s, t}});
  fixed_ = std::max(0.0, 2 * smallest - two);
  const double longer_target = one(1, 2);
  const Parabola target(smallest, longer_target, one(1, 3), t);
  target_squared_ = target.squared;
  target_ = target.linear;
  if (s > 0) {
    const double longer_source = one(2, 1);
    const Parabola source(smallest, longer_source, one(3, 1), s);
    both_ = (one(2, 2) - longer_source - longer_target + smallest) / (1.0 * s * t);
    source_squared_ = source.squared;
    source_ = source.linear - both_ * t;
    target_ -= both_ * s;
  }
  one_ = smallest - fixed_ - source_ * s - source_squared_ * s * s - target_ * t -
         target_squared_ * t * t - both_ * s * t;
}

double StepMemory::of(ExampleSize example) const {
  const double s = example.source, t = example.target;
  return std::max(0.0, one_ + source_ * s + source_squared_ * s * s + target_ * t +
                           target_squared_ * t * t + both_ * s * t);
}

double bytes_of_batch(const StepMemory& memory, const std::vector<ExampleSize>& examples, int batch,
                      int passes) {
  double sum = 0, squares = 0;
  for (const ExampleSize& example : examples) {
    const double bytes = memory.of(example);
    sum += bytes;
    squares += bytes * bytes;
  }
  const double count = std::max(1.0, static_cast<double>(examples.size()));
  const double mean = sum / count;
  const double deviation = std::sqrt(std::max(0.0, squares / count - mean * mean));
  // Hardly any batch of a training is longer than that.
  return passes * memory.fixed() + batch * mean + 4 * std::sqrt(1.0 * batch) * deviation;
}

}  // namespace glassformer
