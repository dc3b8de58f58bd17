#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "core/speed/timing.h"
#include "core/tensor/real.h"

namespace glassformer {

// What something can do at best, measured by the plainest loops there are.
struct Roof {
  // Operations in a second when nothing is fetched: multiplications and additions of numbers that
  // stay in registers, each counted as one. 0: not measured.
  double flops = 0;
  // Bytes in a second when nothing is computed: a copy of numbers too many for the caches, what is
  // read and what is written both counted.
  double bytes = 0;
  bool reached = false;  // `flops` is what something else reached: its own loop was slower
};

struct Roofs {
  Roof core;  // one core
  Roof all;   // all cores at once
  Roof card;
  int cores = 1;
};

// How much is done. A run is short, so that it has a chance to fall between those of other
// programs.
struct RoofWork {
  int steps = 400'000;                          // of a run of multiplications, below 1 ms
  std::size_t memory = std::size_t{128} << 20;  // bytes: more than the caches of most
  int pieces = 16;                              // that it is copied in, one after the other
  int repeats = 6;                              // of all in one again()
};

// Each again() runs the four loops some times; what counts is the best run of all, since other
// programs can only take from it.
class RoofMeasuring {
 public:
  // `known`: what earlier measurements found.
  explicit RoofMeasuring(Clock now, const Roofs& known = {}, const RoofWork& work = {});
  ~RoofMeasuring();
  RoofMeasuring(const RoofMeasuring&) = delete;
  RoofMeasuring& operator=(const RoofMeasuring&) = delete;

  void again();
  // Something that stands under the roof has been so fast: the roof is no lower.
  void raise(Roof Roofs::*roof, double flops);
  // Of a card, by whoever can measure it.
  void set_card(const Roof& card);
  const Roofs& roofs() const { return roofs_; }
  double spent() const { return spent_; }  // seconds

 private:
  struct Memory;
  double rate(double amount, const std::function<void()>& body);

  Clock now_;
  RoofWork work_;
  Roofs roofs_;
  int piece_ = 0;  // that is copied next
  double spent_ = 0;
  std::unique_ptr<Memory> memory_;
};

// So many operations that fetch nothing, on the calling thread. Returns what they came to: whoever
// looks at it keeps the loop from being left out.
Real multiply_and_add(int steps);
double operations_of(int steps);

}  // namespace glassformer
