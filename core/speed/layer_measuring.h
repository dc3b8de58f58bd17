#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/speed/complexity.h"
#include "core/speed/timing.h"

namespace glassformer {

struct LayerPlan {
  LayerSizes sizes;          // those that stay while another one grows
  bool projections = false;  // the attentions also multiply their words by four d × d matrices
  int max_n = 2048;          // n and d grow from 16 by doubling
  int max_d = 1024;
  int min_runs = 2;           // of each point
  int runs = 8;               // at most
  double budget = 0.025;      // s for each point; what is over it runs no more than it must
  double max_seconds = 0.25;  // s: a layer that would take longer at the next size ends there
  std::uint64_t seed = 7;
  bool operator==(const LayerPlan&) const = default;
};

// How the time of one kind of layer grew.
struct LayerCurve {
  LayerKind kind = LayerKind::self_attention;
  std::vector<double> seconds;  // fastest run at each size; 0 where there is none
  std::vector<double> theory;   // the O( ) of the table, through the last measured point
  double slope =
      0;  // of log seconds over log size, over the last `slope_points` sizes; 0: none yet
  double theory_slope = 0;
};
inline constexpr int slope_points = 4;

// All that grows with one of the sizes.
struct LayerSweep {
  std::vector<double> sizes;
  std::vector<LayerCurve> curves;  // one for each of layer_kinds
  // Where attention and recurrence take the same time, if they do between two measured sizes.
  std::optional<double> crossing;
};

// Never changes once published.
struct LayerSnapshot {
  LayerPlan plan;
  int cores = 1;  // that took part
  LayerSweep over_n, over_d;
  double share = 0;  // of the measurement that is done
  bool finished = false;
};

// Times the layers of core/speed/layers.h over n with d as it is, and over d with n as it is, on
// the threads that the calling thread may use. `tell` hears of every point; when it returns false
// the measurement ends.
void measure_layers(const LayerPlan& plan, const Clock& now,
                    const std::function<bool(const LayerSnapshot&)>& tell);

// The slope of log y over log x by least squares over the last `points`; 0 if there are fewer than
// two, or one is not positive.
double log_slope(const std::vector<double>& x, const std::vector<double>& y, int points);
// Where y crosses z, straight between two sizes in logarithms: the last place if there are several.
std::optional<double> crossing(const std::vector<double>& x, const std::vector<double>& y,
                               const std::vector<double>& z);

}  // namespace glassformer
