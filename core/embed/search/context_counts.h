#pragma once

#include <cstddef>
#include <vector>

#include "core/embed/corpus/encoded_text.h"
#include "core/embed/count_based/beyond_chance.h"
#include "core/embed/search/best.h"

namespace glassformer {

// A context of a word, and its positive pointwise mutual information with it, nats.
struct WeighedContext {
  int context = 0;
  double ppmi = 0;
};

// How often every word of a text stands near every other, and what that says beyond chance.
class ContextCounts {
 public:
  static constexpr double power = 0.75;  // of the contexts' counts

  // A context is a word at most `window` words away.
  ContextCounts(const EncodedText& text, int window);

  int words() const { return counts_.rows(); }
  int window() const { return window_; }
  std::vector<SparseCell> counts_of(int word) const;  // its row, in the order of the columns
  const BeyondChance& chance() const { return chance_; }
  // The word's row of PPMI, without its zeros.
  std::vector<WeighedContext> ppmi_of(int word) const;
  // The words whose rows of PPMI have the largest cosine with `target` [words], the best first.
  std::vector<Scored> nearest(const std::vector<double>& target, const std::vector<int>& excluded,
                              std::size_t count) const;

 private:
  int window_;
  SparseRows counts_;
  BeyondChance chance_;
};

}  // namespace glassformer
