#include "tests/app/legibility/left_over.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace glassformer::testing {

std::array<int, kFaults> left_over(std::string_view lesson) {
  static const std::vector<std::pair<std::string_view, std::array<int, kFaults>>> kLeft{
      // small, contrast, graphics, overlap, cut, ellipsis, refused
      {"bahdanau", {0, 0, 16, 0, 0, 0, 0}},
      {"bias", {0, 0, 0, 0, 0, 1, 0}},
      {"cbow-softmax", {0, 0, 3, 0, 0, 0, 0}},
      {"compare-vectors", {0, 0, 0, 0, 0, 8, 0}},
      {"evaluate", {0, 0, 0, 0, 0, 18, 0}},
      {"huffman-tree", {0, 0, 0, 0, 0, 1, 0}},
      {"luong", {0, 0, 7, 0, 0, 0, 0}},
      {"one-hot", {0, 0, 0, 0, 0, 1, 0}},
      {"score-functions", {0, 0, 0, 0, 0, 14, 0}},
      {"tanh-is-crucial", {0, 0, 38, 0, 0, 0, 0}},
      {"weather-stations", {0, 0, 7, 0, 1, 12, 0}},
      {"weighted-sum", {0, 0, 0, 0, 0, 1, 0}},
      {"word-arithmetic", {0, 0, 0, 0, 0, 4, 0}},
      {"word-map", {0, 0, 5, 0, 0, 2, 0}},
      {"word-training", {0, 0, 0, 0, 0, 1, 0}},
  };
  const auto found = std::find_if(kLeft.begin(), kLeft.end(),
                                  [&](const auto& entry) { return entry.first == lesson; });
  return found == kLeft.end() ? std::array<int, kFaults>{} : found->second;
}

}  // namespace glassformer::testing
