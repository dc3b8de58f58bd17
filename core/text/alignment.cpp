#include "core/text/alignment.h"

#include <algorithm>

namespace glassformer {

void AlignmentErrors::add(std::span<const Link> predicted, std::span<const Link> truth) {
  predicted_ += static_cast<std::int64_t>(predicted.size());
  truth_ += static_cast<std::int64_t>(truth.size());
  both_ += std::count_if(predicted.begin(), predicted.end(), [&](const Link& link) {
    return std::find(truth.begin(), truth.end(), link) != truth.end();
  });
}

double AlignmentErrors::rate() const {
  const std::int64_t all = predicted_ + truth_;
  return all == 0 ? 0 : 1 - 2.0 * static_cast<double>(both_) / static_cast<double>(all);
}

std::vector<Link> strongest_links(const Mat& weights, int targets, int sources) {
  std::vector<Link> links;
  for (int t = 0; t < std::min(targets, weights.rows()); ++t) {
    const auto row =
        weights.row(t).first(static_cast<std::size_t>(std::min(sources, weights.cols())));
    if (row.empty()) continue;
    links.push_back({static_cast<int>(std::max_element(row.begin(), row.end()) - row.begin()), t});
  }
  return links;
}

}  // namespace glassformer
