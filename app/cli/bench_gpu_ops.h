#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/cli/times.h"
#include "app/gpu/device.h"
#include "core/grad/tape.h"

namespace glassformer {

// The times of something that was run several times, and how much one run computes and moves.
struct Figure {
  std::string name;
  double flops = 0, bytes = 0;  // of one run
  std::vector<double> ms;

  double at(double share) const { return time_at(share, ms); }
  double gflops() const { return flops / at(0.5) / 1e6; }
  double gigabytes() const { return bytes / at(0.5) / 1e6; }
};

// Runs `once` on the card, if there is one, and adds the times to the figure; what is short is
// repeated within a run. A first run is not counted.
void measure(Figure& figure, Backend* card, int runs, const std::function<void()>& once);

// Records on a tape of its own, whose leaves stay on the card.
std::function<void()> on_a_tape(Backend* card, std::function<void(Tape&)> body);

// Memory-bound ops, which do next to nothing with each number, forward and backward, and Adam. The
// matrices are side × side.
std::vector<Figure> bench_memory_ops(const std::shared_ptr<Backend>& card, int side, int runs);
// A sum and the op that follows it: fused into one kernel, and in a kernel each. The bytes are
// those of the values alone.
std::vector<Figure> bench_pairs(const DevicePtr& device, int side, int runs);
// A square product, forward and backward.
std::vector<Figure> bench_products(const std::shared_ptr<Backend>& card, int side, int runs);
// Attention alone, forward and backward, and a training step of a whole Transformer. `small` suits
// a software renderer.
std::vector<Figure> bench_attention(const std::shared_ptr<Backend>& card, bool small, int runs);
Figure bench_training_step(const std::shared_ptr<Backend>& card, bool small, int runs);

}  // namespace glassformer
