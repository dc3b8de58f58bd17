#include "core/embed/subwords.h"

#include <algorithm>
#include <vector>

#include "core/embed/train/subword_rows.h"

namespace glassformer {

bool Subwords::compose(std::string_view word, std::span<float> to) const {
  std::fill(to.begin(), to.end(), 0.0F);
  if (buckets.empty()) return false;
  const auto found =
      subword_buckets(word, {true, shortest, longest, static_cast<int>(buckets.count())});
  if (found.empty()) return false;
  for (const auto bucket : found) {
    const std::span<const float> row = buckets[static_cast<std::size_t>(bucket)];
    for (std::size_t k = 0; k < to.size(); ++k) to[k] += row[k];
  }
  for (float& cell : to) cell /= static_cast<float>(found.size());
  return true;
}

}  // namespace glassformer
