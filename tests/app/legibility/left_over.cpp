#include "tests/app/legibility/left_over.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace glassformer::testing {

std::array<int, kFaults> left_over(std::string_view lesson) {
  static const std::vector<std::pair<std::string_view, std::array<int, kFaults>>> kLeft{
      // small, contrast, graphics, overlap, cut, ellipsis, refused
      // Dashes behind the name of a word that stands close to two others.
      {"word-arithmetic", {0, 0, 4, 0, 0, 0, 0}},
  };
  const auto found = std::find_if(kLeft.begin(), kLeft.end(),
                                  [&](const auto& entry) { return entry.first == lesson; });
  return found == kLeft.end() ? std::array<int, kFaults>{} : found->second;
}

}  // namespace glassformer::testing
