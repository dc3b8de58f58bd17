#pragma once

#include <cstdint>
#include <vector>

#include "core/embed/vectors/rows.h"
#include "core/tensor/rng.h"

namespace glassformer {

inline std::vector<float*> row_pointers(RowsBuilder& rows) {
  std::vector<float*> all;
  for (std::size_t i = 0; i < rows.count(); ++i) all.push_back(rows[i].data());
  return all;
}

// Normal, of standard deviation ½.
inline RowsBuilder random_rows(std::size_t count, std::size_t dim, std::uint64_t seed) {
  RowsBuilder rows(count, dim);
  Rng rng(seed);
  for (std::size_t i = 0; i < count; ++i) {
    for (float& cell : rows[i]) cell = static_cast<float>(rng.normal() * 0.5);
  }
  return rows;
}

}  // namespace glassformer
