#pragma once

#include <optional>

#include "app/session/session.h"

namespace glassformer {

// Checks a gradient without any calculus: runs the model once with the cell a little larger and
// once with it a little smaller, in the background, and holds the two losses against each other.
class DifferenceCheck {
 public:
  // Large enough that the change of the loss stands out from the rounding of float.
  static constexpr double step = 0.02;
  struct Result {
    double above = 0;  // the loss with the cell larger by `step`
    double below = 0;
    double slope() const { return (above - below) / (2 * step); }
  };

  // Asks for that cell of that run, unless it is asked for already. `inputs` are what the run was
  // made from, `value` what the cell holds.
  void ask(const RunPtr& run, const Inputs& inputs, const Target& cell, double value);
  // The result, once both runs are there. `wait`: not before.
  const std::optional<Result>& result(bool wait);
  bool busy() const { return above_.busy() || below_.busy(); }
  const std::string& error() const { return error_; }

 private:
  RunPtr run_;
  Target cell_;
  std::optional<double> loss_above_, loss_below_;
  std::optional<Result> result_;
  std::string error_;
  Worker above_, below_;
};

}  // namespace glassformer
