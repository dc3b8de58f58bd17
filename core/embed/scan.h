#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "core/backend/parallel.h"
#include "core/backend/threads.h"
#include "core/embed/best.h"
#include "core/embed/row_products.h"

namespace glassformer {

// Holds every row against a few queries, over the cores, and keeps the k with the highest
// score(products with the queries, row · row). The result does not depend on the number of threads.
template <class Score>
std::vector<Scored> scan(const Rows& rows, std::span<const std::span<const float>> queries,
                         std::size_t k, std::span<const int> excluded, std::size_t first,
                         const Score& score) {
  const std::size_t count = first == 0 ? rows.count() : std::min(first, rows.count());
  const RowProducts products(rows, queries);
  constexpr std::size_t part = 4096;  // rows: enough to be worth a turn, few enough to share out
  const auto parts = static_cast<int>((count + part - 1) / part);
  std::vector<Best> best(static_cast<std::size_t>(std::max(1, parts)), Best(k));
  parallel_for(parts, count * rows.dim() * queries.size(), [&](int p) {
    std::vector<float> found(queries.size());
    const std::size_t begin = static_cast<std::size_t>(p) * part;
    Best& mine = best[static_cast<std::size_t>(p)];
    for (std::size_t r = begin; r < std::min(count, begin + part); ++r) {
      const float squared = products.row(r, found);
      const auto id = static_cast<int>(r);
      if (std::find(excluded.begin(), excluded.end(), id) != excluded.end()) continue;
      mine.offer(id, score(std::span<float>(found), squared));
    }
  });
  Best all(k);
  for (const Best& mine : best) all.offer_all(mine);
  return all.sorted();
}

}  // namespace glassformer
