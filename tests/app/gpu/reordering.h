#pragma once

#include <cstdint>
#include <memory>

namespace glassformer::testing_gpu {

// While it lives, OpenGL is a driver that orders transfers and dispatches by fences alone, as
// NVIDIA's 580 does: each glBufferSubData, glBufferData with data, glClearBufferData and
// glCopyBufferSubData of memory that dispatches may share takes effect one dispatch late or one
// early, as the seed has it, unless a fence, a glFinish or a read-back stands between. Dispatches
// stay in order among themselves, and what the host writes into mapped memory is there at once.
class Reordering {
 public:
  // `heeds_fences` false: a driver that is still worse.
  explicit Reordering(std::uint64_t seed, bool heeds_fences = true);
  ~Reordering();
  Reordering(const Reordering&) = delete;
  Reordering& operator=(const Reordering&) = delete;

  int late() const;   // transfers that came late so far …
  int early() const;  // … and early
};

}  // namespace glassformer::testing_gpu
