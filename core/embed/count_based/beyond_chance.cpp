#include "core/embed/count_based/beyond_chance.h"

#include <cmath>

namespace glassformer {

BeyondChance::BeyondChance(const SparseRows& counts, double power)
    : of_word_(static_cast<std::size_t>(counts.rows())),
      of_context_(static_cast<std::size_t>(counts.cols())) {
  counts.each_cell([&](int word, const SparseCell& cell) {
    of_word_[static_cast<std::size_t>(word)] += static_cast<double>(cell.value);
    of_context_[static_cast<std::size_t>(cell.column)] += static_cast<double>(cell.value);
  });
  for (const double count : of_context_) {
    powered_.push_back(std::pow(count, power));
    contexts_ += powered_.back();
  }
}

double BeyondChance::ppmi(int word, const SparseCell& cell) const {
  const double expected = of_word_[static_cast<std::size_t>(word)] *
                          powered_[static_cast<std::size_t>(cell.column)] / contexts_;
  return glassformer::ppmi<double>(cell.value, expected,
                                   [](double x, const char*, const char*) { return x; });
}

}  // namespace glassformer
