#pragma once

#include <cmath>
#include <limits>

namespace glassformer {

// The loss that a training tells: the mean of its rounds, the last hundredth of the training
// counting most, so that it hardly depends on where rounds begin. It goes with the checkpoint.
class RunningLoss {
 public:
  // Of a round, and how much of the training it was, 0 to 1. Nan, a round without a loss, changes
  // nothing.
  void take(double loss, double share) {
    if (!std::isfinite(loss)) return;
    const double kept = std::isfinite(value_) ? std::exp(-share / reach) : 0;
    value_ = kept > 0 ? kept * value_ + (1 - kept) * loss : loss;
  }
  double value() const { return value_; }  // nan before the first
  void restore(double value) { value_ = value; }

 private:
  static constexpr double reach = 0.01;
  double value_ = std::numeric_limits<double>::quiet_NaN();
};

}  // namespace glassformer
