#include "app/gpu/card_limits.h"

#include <algorithm>
#include <chrono>

#include "app/gpu/cells.h"

namespace glassformer {

namespace {

// Seconds of the fastest of some runs, after one that does not count.
template <class Body>
double fastest(Device& device, int runs, const Body& body) {
  double best = 0;
  for (int i = -1; i < runs; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    body();
    device.finish();
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
    if (i >= 0) best = i == 0 ? spent.count() : std::min(best, spent.count());
  }
  return best;
}

}  // namespace

double measured_peak(Device& device, int runs) {
  const Device::Turn turn(device);
  // On a processor that plays a card as many would take minutes.
  const int groups = device.facts().software ? 32 : 8192,
            rounds = device.facts().software ? 256 : 2048;
  const GpuMatPtr sums = device.make({1, groups * 128});
  const double seconds = fastest(device, runs, [&] {
    device.run({"fma_peak.comp", {}}, {device.whole(*sums)}, {rounds}, {0.999F}, {groups, 1, 1});
  });
  return 2.0 * 32 * rounds * groups * 128 / seconds / 1e9;
}

double measured_bandwidth(Device& device, int runs) {
  const Device::Turn turn(device);
  const Shape shape{4096, device.facts().software ? 1024 : 8192};
  const GpuMatPtr from = device.zeros(shape), to = device.make(shape);
  const int quads = static_cast<int>(shape.cells() / 4), groups = groups_for(quads, 128);
  const double seconds = fastest(device, runs, [&] {
    device.run({"copy_all.comp", {}}, {device.whole(*from), device.whole(*to)}, {quads}, {},
               {std::min(groups, 32'768), groups_for(groups, 32'768), 1});
  });
  return 2.0 * static_cast<double>(shape.cells()) * sizeof(float) / seconds / 1e9;
}

}  // namespace glassformer
