#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/train/adam.h"

namespace glassformer {

struct TaskSettings {
  // How the learning rate goes: up and then down as Vaswani et al. 2017, equation 3, have it, or
  // the same all the way.
  enum class Schedule { warmup, constant };
  Schedule schedule = Schedule::warmup;
  int batch = 64;    // examples of a step
  int warmup = 400;  // steps until the rate is highest
  double rate = 1;   // multiplies the paper's schedule; with a constant rate it is that rate
  int decay = 0;     // the rate falls to 0 in a line over the last so many …
  int steps = 0;     // … of so many steps; 0: there is no last one
  std::uint64_t seed = 1;
};

// The learning rate of a step, from 1, for a model of that width.
double rate_of(const TaskSettings& settings, int d_model, std::int64_t step);
// The settings in words, for what a checkpoint is compared by. How long to train is not among them,
// unless the rate decays towards the end.
std::string described(const TaskSettings& settings, const AdamSettings& adam);
// The seed of one use, such as "dropout", in one step or epoch.
std::uint64_t seed_of(const TaskSettings& settings, std::string_view use, std::int64_t when);

}  // namespace glassformer
