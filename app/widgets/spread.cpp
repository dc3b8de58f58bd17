#include "app/widgets/spread.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace glassformer {

std::vector<float> spread_labels(const std::vector<float>& wanted, float height, float min,
                                 float max) {
  const std::size_t n = wanted.size();
  if (n == 0) return {};
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return wanted[a] < wanted[b]; });
  const float room = std::max(0.0F, max - min - height);
  const float gap = n > 1 ? std::min(height, room / static_cast<float>(n - 1)) : 0;

  // Without the gaps the places must only not decrease: groups that would are drawn together.
  struct Group {
    float sum;
    std::size_t count;
    float mean() const { return sum / static_cast<float>(count); }
  };
  std::vector<Group> groups;
  for (std::size_t i = 0; i < n; ++i) {
    groups.push_back({wanted[order[i]] - gap * static_cast<float>(i), 1});
    while (groups.size() > 1 && groups[groups.size() - 2].mean() > groups.back().mean()) {
      groups[groups.size() - 2].sum += groups.back().sum;
      groups[groups.size() - 2].count += groups.back().count;
      groups.pop_back();
    }
  }
  const float first = min + height / 2, last = max - height / 2 - gap * static_cast<float>(n - 1);
  std::vector<float> places(n);
  std::size_t i = 0;
  for (const Group& group : groups) {
    const float base = std::clamp(group.mean(), std::min(first, last), std::max(first, last));
    for (std::size_t k = 0; k < group.count; ++k, ++i) {
      places[order[i]] = base + gap * static_cast<float>(i);
    }
  }
  return places;
}

}  // namespace glassformer
