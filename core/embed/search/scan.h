#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "core/embed/search/best.h"
#include "core/embed/search/row_products.h"
#include "core/kernels/parallel.h"
#include "core/kernels/threads.h"

namespace glassformer {

// The k rows with the highest score, over the cores: of the first `first`, or of all if it is 0.
// `make_score` makes what gives a row's score, once for each part, so that it may have room of its
// own; `products` tells how many vectors a row is held against. The result does not depend on the
// number of threads.
template <class MakeScore>
std::vector<Scored> best_rows(const Rows& rows, std::size_t products, std::size_t k,
                              std::span<const int> excluded, std::size_t first,
                              const MakeScore& make_score) {
  const std::size_t count = first == 0 ? rows.count() : std::min(first, rows.count());
  constexpr std::size_t part = 4096;  // rows: enough to be worth a turn, few enough to share out
  const auto parts = static_cast<int>((count + part - 1) / part);
  std::vector<Best> best(static_cast<std::size_t>(std::max(1, parts)), Best(k));
  parallel_for(parts, count * rows.dim() * products, [&](int p) {
    auto score = make_score();
    const std::size_t begin = static_cast<std::size_t>(p) * part;
    Best& mine = best[static_cast<std::size_t>(p)];
    for (std::size_t r = begin; r < std::min(count, begin + part); ++r) {
      const float of_row = score(r);
      const auto id = static_cast<int>(r);
      if (std::find(excluded.begin(), excluded.end(), id) != excluded.end()) continue;
      mine.offer(id, of_row);
    }
  });
  Best all(k);
  for (const Best& mine : best) all.offer_all(mine);
  return all.sorted();
}

// The same by score(products with a few queries, row · row), as RowProducts has them.
template <class Score>
std::vector<Scored> scan(const Rows& rows, std::span<const std::span<const float>> queries,
                         std::size_t k, std::span<const int> excluded, std::size_t first,
                         const Score& score) {
  const RowProducts products(rows, queries);
  return best_rows(rows, queries.size(), k, excluded, first, [&] {
    return [&, found = std::vector<float>(queries.size())](std::size_t row) mutable {
      const float squared = products.row(row, found);
      return score(std::span<float>(found), squared);
    };
  });
}

}  // namespace glassformer
