#include "app/cli/times.h"

#include <algorithm>

namespace glassformer {

double time_at(double share, std::vector<double> times) {
  std::sort(times.begin(), times.end());
  return times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1) + 0.5)];
}

}  // namespace glassformer
