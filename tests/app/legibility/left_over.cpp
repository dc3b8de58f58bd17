#include "tests/app/legibility/left_over.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace glassformer::testing {

std::array<int, kFaults> left_over(std::string_view lesson) {
  static const std::vector<std::pair<std::string_view, std::array<int, kFaults>>> kLeft{
      // small, contrast, graphics, overlap, cut, ellipsis, refused
      // A label lies over a line where no other place around its point is free.
      {"tanh-is-crucial", {0, 0, 4, 0, 0, 0, 0}},
      {"luong", {0, 0, 4, 0, 0, 0, 0}},
      // The same.
      {"weather-stations", {0, 0, 6, 0, 0, 0, 0}},
      // Short leaders between the names of near words and their points, quiet like the points.
      {"word-arithmetic", {0, 0, 4, 0, 0, 0, 0}},
      // Lines of an analogy under the names of its words; names of axes that the user may lengthen.
      {"word-map", {0, 0, 0, 0, 0, 2, 0}},
  };
  const auto found = std::find_if(kLeft.begin(), kLeft.end(),
                                  [&](const auto& entry) { return entry.first == lesson; });
  return found == kLeft.end() ? std::array<int, kFaults>{} : found->second;
}

}  // namespace glassformer::testing
