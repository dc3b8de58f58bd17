#pragma once

#include <vector>

namespace glassformer {

// A quantile of measured times: 0 is the shortest, 0.5 the median, 1 the longest.
double time_at(double share, std::vector<double> times);

// a / b, pair by pair.
std::vector<double> ratios(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace glassformer
