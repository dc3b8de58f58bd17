#include "app/cli/times.h"

#include <algorithm>
#include <functional>

namespace glassformer {

double time_at(double share, std::vector<double> times) {
  std::sort(times.begin(), times.end());
  return times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1) + 0.5)];
}

std::vector<double> ratios(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> made(a.size());
  std::ranges::transform(a, b, made.begin(), std::divides{});
  return made;
}

}  // namespace glassformer
