#pragma once

#include <functional>
#include <vector>

namespace glassformer {

// Seconds from any fixed moment on. Tests bring a clock of their own.
using Clock = std::function<double()>;
Clock steady_clock();

// How long the runs of one thing took, in seconds. The fastest is the one that the rest of the
// machine disturbed least; it is what is compared.
struct Timing {
  int runs = 0;
  double fastest = 0;
  double median = 0;
  double slowest = 0;
};
Timing timing_of(std::vector<double> seconds);

// Runs the body once and says how long that took.
template <class Body>
double seconds_of(const Clock& now, const Body& body) {
  const double begin = now();
  body();
  return now() - begin;
}

}  // namespace glassformer
