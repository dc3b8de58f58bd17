#include "core/project/finite_rows.h"

#include <algorithm>
#include <cmath>

namespace glassformer {

bool is_finite(std::span<const float> row) {
  return std::all_of(row.begin(), row.end(), [](float cell) { return std::isfinite(cell); });
}

std::vector<std::size_t> finite_rows(const Rows& rows) {
  std::vector<std::size_t> kept;
  for (std::size_t r = 0; r < rows.count(); ++r) {
    if (is_finite(rows[r])) kept.push_back(r);
  }
  return kept;
}

Rows only(const Rows& rows, const std::vector<std::size_t>& kept) {
  if (kept.size() == rows.count()) return rows;
  RowsBuilder some(kept.size(), rows.dim());
  for (std::size_t r = 0; r < kept.size(); ++r) {
    std::copy_n(rows[kept[r]].data(), rows.dim(), some[r].data());
  }
  return some.finish();
}

}  // namespace glassformer
