#include "core/embed/engines/own_rows.h"

#include <algorithm>

#include "core/embed/train/threads.h"

namespace glassformer {

namespace {

// Of all threads together, between two joins of a row: more often, and they wait for each other.
constexpr int kVisits = 256;

// Alone there is nobody to wait for, and where every second visit would join there is no gain.
std::size_t copies(const RowsBuilder& shared, std::size_t count, int threads) {
  const bool gains = threads > 1 && kVisits / threads > 1;
  return gains ? std::min(count, shared.count()) : 0;
}

}  // namespace

OwnRows::OwnRows(RowsBuilder& shared, std::size_t count, int threads)
    : shared_(shared),
      first_(shared.count() - copies(shared, count, threads)),
      patience_(kVisits / std::max(1, threads)),
      rows_(shared.count() - first_, shared.dim()),
      joined_(rows_.count(), shared.dim()),
      visits_(rows_.count()) {
  join_all();
}

void OwnRows::join_all() {
  for (std::size_t own = 0; own < visits_.size(); ++own) join(own);
}

GLASSFORMER_HOGWILD void OwnRows::join(std::size_t own) {
  float* const shared = shared_[first_ + own].data();
  float* const row = rows_[own].data();
  float* const joined = joined_[own].data();
  for (std::size_t k = 0; k < rows_.dim(); ++k) {
    const float now = shared[k] + (row[k] - joined[k]);
    shared[k] = row[k] = joined[k] = now;
  }
  visits_[own] = 0;
}

}  // namespace glassformer
