#include "core/embed/search/context_counts.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "core/embed/count_based/lsa.h"

namespace glassformer {

namespace {

SparseRows counted(const EncodedText& text, int window) {
  LsaConfig config;
  config.window = window;
  config.weighting = LsaConfig::Weighting::counts;
  return lsa_matrix(text, config);
}

}  // namespace

ContextCounts::ContextCounts(const EncodedText& text, int window)
    : window_(window), counts_(counted(text, window)), chance_(counts_, power) {}

std::vector<SparseCell> ContextCounts::counts_of(int word) const {
  std::vector<SparseCell> cells;
  counts_.read(word, word + 1, cells);
  return cells;
}

std::vector<WeighedContext> ContextCounts::ppmi_of(int word) const {
  std::vector<WeighedContext> row;
  for (const SparseCell& cell : counts_of(word)) {
    if (const double value = chance_.ppmi(word, cell); value > 0)
      row.push_back({cell.column, value});
  }
  return row;
}

std::vector<Scored> ContextCounts::nearest(const std::vector<double>& target,
                                           const std::vector<int>& excluded,
                                           std::size_t count) const {
  double length = 0;
  for (const double cell : target) length += cell * cell;
  Best best(count);
  std::vector<SparseCell> buffer;
  counts_.each_row(0, words(), buffer, [&](int word, std::span<const SparseCell> cells) {
    if (std::find(excluded.begin(), excluded.end(), word) != excluded.end()) return;
    double product = 0, square = 0;
    for (const SparseCell& cell : cells) {
      const double value = chance_.ppmi(word, cell);
      product += value * target[static_cast<std::size_t>(cell.column)];
      square += value * value;
    }
    if (square > 0) best.offer(word, static_cast<float>(product / std::sqrt(square * length)));
  });
  return best.sorted();
}

}  // namespace glassformer
