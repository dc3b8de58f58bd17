#pragma once

#include "core/embed/vectors/rows.h"
#include "core/tensor/rng.h"

namespace glassformer::testing {

// Normal cells around `clusters` centres that lie `apart` deviations from the origin; row r belongs
// to cluster r mod clusters.
inline Rows seeded_rows(std::size_t count, std::size_t dim, int clusters = 1, double apart = 0,
                        std::uint64_t seed = 7) {
  RowsBuilder rows(count, dim);
  for (std::size_t r = 0; r < count; ++r) {
    Rng centre(1000 + r % static_cast<std::size_t>(clusters)), noise(seed + 100 * r);
    for (float& cell : rows[r]) {
      cell = static_cast<float>(apart * centre.normal() + noise.normal());
    }
  }
  return rows.finish();
}

}  // namespace glassformer::testing
