#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "core/embed/count_based/sparse.h"

namespace glassformer {

inline double relu(double x) {
  return std::max(0.0, x);
}

// What counts say beyond those that chance would give: how many times as many they are, the
// logarithm of that in nats (PMI; Church and Hanks 1990), and what of it is above 0 (PPMI; Levy and
// Goldberg 2014). X is a number or a matrix of a trace; `as` is given each with name and symbol.
template <class X, class As>
X lift(X counts, X expected, const As& as) {
  return as(counts / expected, "lift", "L");
}
template <class X, class As>
X ppmi(X counts, X expected, const As& as) {
  using std::log;
  const X pmi = as(log(lift(counts, expected, as)), "pmi", "\\ln L");
  return as(relu(pmi), "ppmi", "P");
}

// The PPMI of words in contexts. Contexts count to a power, below 1 so that rare ones do not stand
// out (Levy, Goldberg and Dagan 2015, §3.2).
class BeyondChance {
 public:
  // `counts` [words, contexts]; only their sums are kept.
  BeyondChance(const SparseRows& counts, double power);

  double of_context(int context) const { return of_context_[static_cast<std::size_t>(context)]; }
  double contexts() const { return contexts_; }  // Σ_k N_k^power
  // Of N_ij, where chance would give N_i N_j^power / Σ_k N_k^power.
  double ppmi(int word, const SparseCell& cell) const;

 private:
  std::vector<double> of_word_, of_context_, powered_;  // powered: N_j^power
  double contexts_ = 0;
};

}  // namespace glassformer
