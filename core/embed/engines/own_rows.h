#pragma once

#include <cstdint>
#include <vector>

#include "core/embed/vectors/rows.h"

namespace glassformer {

// One thread's copies of rows that every thread changes at nearly every step: the nodes near the
// root of a Huffman tree. Threads that wrote them where they lie would wait for each other's caches
// more than they compute. A row is joined with the shared one after some visits: what the thread
// added to it since is added there, and what the others added comes back.
class OwnRows {
 public:
  // The last `count` rows of `shared`; none with one thread. The more threads there are, the sooner
  // they join: what all of them add between two joins must stay a small step.
  OwnRows(RowsBuilder& shared, std::size_t count, int threads);

  // The row to be changed in the place of the shared one.
  float* visit(std::int32_t row) {
    const auto at = static_cast<std::size_t>(row);
    if (at < first_) return shared_[at].data();
    const std::size_t own = at - first_;
    if (++visits_[own] >= patience_) join(own);
    return rows_[own].data();
  }
  // What is not in the shared rows yet.
  void join_all();

 private:
  void join(std::size_t own);

  RowsBuilder& shared_;
  const std::size_t first_;  // the first row that has a copy
  const int patience_;       // visits between joins
  // As the thread changed them, and as they were after the last join.
  RowsBuilder rows_, joined_;
  std::vector<std::uint8_t> visits_;
};

}  // namespace glassformer
