#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/cli/times.h"
#include "app/gpu/device.h"
#include "core/grad/tape.h"

namespace glassformer {

// What a run of something took, and how much it computes or moves.
struct Figure {
  std::string name;
  double flops = 0, bytes = 0;  // of one run
  std::vector<double> ms;

  double at(double share) const { return time_at(share, ms); }
  double gflops() const { return flops / at(0.5) / 1e6; }
  double gigabytes() const { return bytes / at(0.5) / 1e6; }
};

// On the card, if there is one, short ones several times a run. One run that does not count comes
// first.
void measure(Figure& figure, Backend* card, int runs, const std::function<void()>& once);

// Records on a tape of its own, whose leaves stay on the card.
std::function<void()> on_a_tape(Backend* card, std::function<void(Tape&)> body);

// Ops that do next to nothing with each number, forward and backward, and Adam: their time is that
// of the memory. The matrices are side × side.
std::vector<Figure> bench_memory_ops(const std::shared_ptr<Backend>& card, int side, int runs);
// A sum and what is made of it: in one kernel that makes both, and in a kernel each. The bytes are
// those that the values alone take.
std::vector<Figure> bench_pairs(const DevicePtr& device, int side, int runs);
// A square product, forward and backward.
std::vector<Figure> bench_products(const std::shared_ptr<Backend>& card, int side, int runs);
// Attention alone, forward and backward, and a training step of a whole Transformer. `small` suits
// a software renderer.
std::vector<Figure> bench_attention(const std::shared_ptr<Backend>& card, bool small, int runs);
Figure bench_training_step(const std::shared_ptr<Backend>& card, bool small, int runs);

}  // namespace glassformer
