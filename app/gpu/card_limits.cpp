#include "app/gpu/card_limits.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "app/card/card_roof.h"
#include "app/gpu/cells.h"
#include "app/gpu/gpu_backend.h"

namespace glassformer {

namespace {

// Seconds of the fastest of some runs, after one that does not count.
template <class Body>
double fastest(Device& device, int runs, const Body& body) {
  const int times = times_a_run(device, body);
  double best = 0;
  for (int i = -1; i < runs; ++i) {
    const double spent = seconds_of(device, times, body) / times;
    if (i >= 0) best = i == 0 ? spent : std::min(best, spent);
  }
  return best;
}

}  // namespace

double seconds_of(Device& device, int times, const std::function<void()>& body) {
  const Device::Turn turn(device);  // not for longer: a window may wait for its own
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < times; ++i) body();
  device.finish();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

int times_a_run(Device& device, const std::function<void()>& body) {
  if (device.facts().software) return 1;
  constexpr double load = 0.5, long_enough = 5e-3, max_times = 10'000;
  double once = 0;
  for (double spent = 0; spent < load; spent += once) once = seconds_of(device, 1, body);
  return static_cast<int>(std::clamp(std::ceil(long_enough / once), 1.0, max_times));
}

double measured_peak(Device& device, int runs) {
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
  const Shape shape{4096, device.facts().software ? 1024 : 8192};
  const GpuMatPtr from = device.zeros(shape), to = device.make(shape);
  const int quads = static_cast<int>(shape.cells() / 4), groups = groups_for(quads, 128);
  const double seconds = fastest(device, runs, [&] {
    device.run({"copy_all.comp", {}}, {device.whole(*from), device.whole(*to)}, {quads}, {},
               {std::min(groups, 32'768), groups_for(groups, 32'768), 1});
  });
  return 2.0 * static_cast<double>(shape.cells()) * sizeof(float) / seconds / 1e9;
}

bool has_card(const std::shared_ptr<Backend>& backend) {
  return device_of(backend.get()) != nullptr;
}

CardRoof card_roof(const std::shared_ptr<Backend>& backend) {
  constexpr int runs = 5;
  const DevicePtr device = device_of(backend.get());
  return {1e9 * measured_peak(*device, runs), 1e9 * measured_bandwidth(*device, runs)};
}

}  // namespace glassformer
