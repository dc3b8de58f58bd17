#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/embed/corpus/encoded_text.h"
#include "core/embed/search/context_counts.h"

namespace glassformer {

// A word that stands beside both of two words more often than chance would have it.
struct SharedContext {
  int id = 0;  // of the text's vocabulary
  std::string word;
  double of_a = 0, of_b = 0;  // its positive pointwise mutual information with each, nats
  double share = 0;           // of the cosine: of_a · of_b / (|a| |b|)
};

struct WhyNear {
  double cosine = 0;                    // of the two rows of PPMI: the sum of all shares
  std::vector<SharedContext> contexts;  // all of them, the largest share first
};

// Why two words are near, from the very text: their rows of PPMI and what these share. `a` and `b`
// are words of the text's vocabulary.
WhyNear why_near(const EncodedText& text, const ContextCounts& counts, int a, int b);

// A context of the fourth word of an analogy, and what it does for it.
struct CarryingContext {
  int id = 0;
  std::string word;
  std::array<double, 4> of{};     // its PPMI with each of the four words
  std::array<double, 3> parts{};  // of the share: what the first three words bring to it
  double share = 0;               // below 0: it speaks against the answer
};

struct WhyAnalogy {
  double score = 0;                       // cos(b − a + c, d): the sum of all shares
  std::vector<CarryingContext> contexts;  // all that d has, the largest share first
  std::vector<Scored> answers;  // the words for which the score is largest, without a, b and c
};

// Which contexts carry the analogy a : b :: c : d. With rows of PPMI of length 1 each, a context j
// has the share (b_j − a_j + c_j) d_j / |b − a + c|, in three parts. All four words differ.
WhyAnalogy why_analogy(const EncodedText& text, const ContextCounts& counts,
                       const std::array<int, 4>& words, std::size_t answers);

}  // namespace glassformer
