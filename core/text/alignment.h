#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/tensor/mat.h"
#include "core/text/pair.h"

namespace glassformer {

// How far links are from the true ones, over any number of sentences (Och and Ney 2003, "A
// Systematic Comparison of Various Statistical Alignment Models", section 4.3):
//   error rate = 1 − (|A ∩ S| + |A ∩ P|) / (|A| + |S|)
// where A are the predicted, S the true links. A link known to be true is sure, so P = S here.
class AlignmentErrors {
 public:
  void add(std::span<const Link> predicted, std::span<const Link> truth);
  double rate() const;  // 0 … 1; 0 for no links at all

 private:
  std::int64_t both_ = 0, predicted_ = 0, truth_ = 0;
};

// For each of the first `targets` rows the column with the largest weight, among the first
// `sources` columns (the end marks that a model adds lie behind): one link a word.
std::vector<Link> strongest_links(const Mat& weights, int targets, int sources);

}  // namespace glassformer
