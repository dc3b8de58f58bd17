#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include "core/embed/corpus/encoded_text.h"
#include "core/embed/count_based/sparse.h"
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
  // Contexts count to this power, so that rare ones do not stand out (Levy, Goldberg and Dagan
  // 2015, §3.2).
  static constexpr double power = 0.75;

  // A context is a word at most `window` words away.
  ContextCounts(const EncodedText& text, int window);

  int words() const { return counts_.rows(); }
  int window() const { return window_; }
  std::vector<SparseCell> counts_of(int word) const;  // its row, in the order of the columns
  double of_word(int word) const { return of_word_[static_cast<std::size_t>(word)]; }
  double of_context(int context) const { return of_context_[static_cast<std::size_t>(context)]; }
  double contexts() const { return contexts_; }  // Σ_j N_j^power
  // The row's PPMI, max(0, ln(N_ij Σ_k N_k^power / (N_i N_j^power))), where it is above 0.
  std::vector<WeighedContext> ppmi_of(int word) const;
  // The words whose rows of PPMI have the largest cosine with `target` [words], the best first.
  std::vector<Scored> nearest(const std::vector<double>& target, const std::vector<int>& excluded,
                              std::size_t count) const;

 private:
  double pmi(int word, const SparseCell& cell) const;

  int window_;
  SparseRows counts_;
  std::vector<double> of_word_, of_context_, powered_;  // powered: N_j^power
  double contexts_ = 0;
};

}  // namespace glassformer
