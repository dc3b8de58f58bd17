#pragma once

#include <cstddef>
#include <vector>

#include "core/embed/count_based/sparse.h"

namespace glassformer {

// What counts of words in contexts say beyond chance: the pointwise mutual information of a word
// and a context (Church and Hanks 1990). Contexts count to a power, below 1 so that rare ones do
// not stand out (Levy, Goldberg and Dagan 2015, §3.2).
class BeyondChance {
 public:
  // `counts` [words, contexts]; only their sums are kept.
  BeyondChance(const SparseRows& counts, double power);

  double of_context(int context) const { return of_context_[static_cast<std::size_t>(context)]; }
  double contexts() const { return contexts_; }  // Σ_k N_k^power
  // ln(N_ij Σ_k N_k^power / (N_i N_j^power)), nats.
  double pmi(int word, const SparseCell& cell) const;

 private:
  std::vector<double> of_word_, of_context_, powered_;  // powered: N_j^power
  double contexts_ = 0;
};

}  // namespace glassformer
