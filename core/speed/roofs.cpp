#include "core/speed/roofs.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "core/kernels/parallel.h"
#include "core/kernels/product_kernels.h"
#include "core/kernels/threads.h"
#include "core/kernels/width.h"

namespace glassformer {

// Where is copied from and to, each part touched first by the core that will copy it.
struct RoofMeasuring::Memory {
  Memory(const RoofWork& work, int cores)
      : piece_bytes(work.memory / static_cast<std::size_t>(work.pieces)),
        from(new char[work.memory]),
        to(new char[work.memory]) {
    for (int piece = 0; piece < work.pieces; ++piece) {
      over(piece, cores, [&](std::size_t begin, std::size_t count) {
        std::fill_n(from.get() + begin, count, char{1});
        std::fill_n(to.get() + begin, count, char{2});
      });
    }
  }
  void copy(int piece, int cores) const {
    over(piece, cores, [&](std::size_t begin, std::size_t count) {
      std::copy_n(from.get() + begin, count, to.get() + begin);
    });
  }
  template <class Body>
  void over(int piece, int cores, const Body& body) const {
    const std::size_t first = piece_bytes * static_cast<std::size_t>(piece);
    const std::size_t part = piece_bytes / static_cast<std::size_t>(cores);
    parallel_for(cores, piece_bytes,
                 [&](int core) { body(first + part * static_cast<std::size_t>(core), part); });
  }
  std::size_t piece_bytes;
  std::unique_ptr<char[]> from, to;  // not filled with zeros by one core alone
};

Real multiply_and_add(int steps) {
  return product_kernels().multiply_and_add(steps);
}

double operations_of(int steps) {
  return 2.0 * product_kernels().roof_sums * lanes_in_use() * steps;
}

RoofMeasuring::RoofMeasuring(Clock now, const Roofs& known, const RoofWork& work)
    : now_(std::move(now)), work_(work), roofs_(known) {
  roofs_.cores = free_threads();
}

RoofMeasuring::~RoofMeasuring() = default;

// Another program that held a core through all runs of its loop may have made a roof too low.
void RoofMeasuring::raise(Roof Roofs::*roof, double flops) {
  for (Roof Roofs::*one : {roof, &Roofs::all}) {
    if (one == &Roofs::all && roof == &Roofs::card) continue;
    if (flops <= (roofs_.*one).flops) continue;
    (roofs_.*one).flops = flops;
    (roofs_.*one).reached = true;
  }
}

void RoofMeasuring::set_card(const Roof& card) {
  if (card.flops > roofs_.card.flops) roofs_.card = {card.flops, roofs_.card.bytes, false};
  roofs_.card.bytes = std::max(roofs_.card.bytes, card.bytes);
}

double RoofMeasuring::rate(double amount, const std::function<void()>& body) {
  const double seconds = seconds_of(now_, body);
  spent_ += seconds;
  return amount / seconds;
}

void RoofMeasuring::again() {
  if (!memory_) memory_ = std::make_unique<Memory>(work_, roofs_.cores);
  std::vector<Real> totals(static_cast<std::size_t>(roofs_.cores));
  const auto multiply = [&](Roof& best, int cores) {
    const double rate_now = rate(cores * operations_of(work_.steps), [&] {
      parallel_for(cores, static_cast<std::size_t>(work_.steps), [&](int core) {
        totals[static_cast<std::size_t>(core)] = multiply_and_add(work_.steps);
      });
    });
    if (rate_now > best.flops) best = {rate_now, best.bytes, false};
  };
  const auto copy = [&](Roof& best, int cores) {
    piece_ = (piece_ + 1) % work_.pieces;
    const double bytes = 2.0 * static_cast<double>(memory_->piece_bytes);
    best.bytes = std::max(best.bytes, rate(bytes, [&] { memory_->copy(piece_, cores); }));
  };
  for (int run = 0; run < work_.repeats; ++run) {
    multiply(roofs_.core, 1);
    multiply(roofs_.all, roofs_.cores);
    copy(roofs_.core, 1);
    copy(roofs_.all, roofs_.cores);
  }
  // All cores can do what one does while the others rest.
  raise(&Roofs::core, roofs_.core.flops);
  roofs_.all.bytes = std::max(roofs_.all.bytes, roofs_.core.bytes);
}

}  // namespace glassformer
