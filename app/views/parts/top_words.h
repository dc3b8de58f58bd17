#pragma once

#include <memory>
#include <vector>

#include "app/session/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// The most probable columns of a row, the first first; equal ones as they stand. Sorted once for
// each run and row, however many frames show it.
class TopWords {
 public:
  static constexpr std::size_t most = 16;
  const std::vector<int>& of(const RunPtr& run, Var probabilities, int row);
  int sorted() const { return sorted_; }  // rows, so far

 private:
  std::weak_ptr<const Run> run_;
  Var probabilities_;
  std::vector<std::vector<int>> rows_;  // empty: not asked for yet
  int sorted_ = 0;
};

// One row of a distribution over words as bars: the most probable first, as many as fit, each with
// its logit and its probability.
void draw_top_words(Ui& ui, Session& session, TopWords& words, Var logits, Var probabilities,
                    int row, Rect area);

}  // namespace glassformer
