#include "core/project/word_rows.h"

#include <algorithm>
#include <cmath>

namespace glassformer {

RowsBuilder unit_rows(const Rows& rows, std::size_t count) {
  RowsBuilder unit(count, rows.dim());
  for (std::size_t r = 0; r < count; ++r) {
    double squares = 0;
    for (const float x : rows[r]) squares += static_cast<double>(x) * static_cast<double>(x);
    const double length = squares > 0 ? std::sqrt(squares) : 1;
    std::transform(rows[r].begin(), rows[r].end(), unit[r].begin(),
                   [&](float x) { return static_cast<float>(static_cast<double>(x) / length); });
  }
  return unit;
}

Rows word_rows(const WordVectorsPtr& vectors, std::size_t words, bool unit_length) {
  const Rows& all = vectors->vectors;
  const std::size_t count = std::min(words, all.count());
  if (!unit_length) return {vectors, all.data(), count, all.dim(), all.stride()};
  return unit_rows(all, count).finish();
}

}  // namespace glassformer
