#pragma once

#include <cstddef>
#include <vector>

#include "core/embed/search/best.h"
#include "core/scenes/vectors/why_ground.h"

namespace glassformer {

// The contexts of two words, or of the four of an analogy: numbers of the text's vocabulary.
struct WhyColumns {
  std::vector<int> ids;         // first those that are shown, then all others that a word has
  std::size_t shown = 0;        // at least 1
  int against = 0;              // of the shown ones, the last: they speak against the answer
  std::vector<Scored> answers;  // of an analogy, the best by the contexts alone
};

// Shows at most `most`: those with the largest share first; of an analogy a third of them may be
// those that speak most against it. As the last call left them where nothing has changed. Throws
// UserError for a word that stands beside no word more often than by chance.
WhyColumns why_columns(const WhyGround& ground, const std::vector<int>& words, std::size_t most);

}  // namespace glassformer
