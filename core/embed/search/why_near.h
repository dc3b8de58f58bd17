#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/embed/corpus/encoded_text.h"

namespace glassformer {

// A word that stands beside both of two words more often than chance would have it.
struct SharedContext {
  std::string word;
  double of_a = 0, of_b = 0;  // its positive pointwise mutual information with each, nats
  double share = 0;           // of the cosine: of_a · of_b / (|a| |b|)
};

struct WhyNear {
  double cosine = 0;                    // of the two rows of PPMI: the sum of all shares
  std::vector<SharedContext> contexts;  // all of them, the largest share first
};

// Why two words are near, from the very text: the rows of its words × contexts matrix of PPMI
// (Levy, Goldberg and Dagan 2015, §3.2: contexts count to the power 0.75) and what they share.
// `a` and `b` are words of the text's vocabulary.
WhyNear why_near(const EncodedText& text, int a, int b, int window);

// Gives all lines of a text, one after the other, until `take` returns false.
using EachLine = std::function<void(const std::function<bool(std::string_view)>& take)>;

// Lines of the text that hold both words, and such as hold one of them, the first so many of each
// and each but once. Words are cut as the options say.
struct WhyLines {
  std::vector<std::string> both, only_a, only_b;
};
WhyLines lines_with(const EachLine& each_line, const WordOptions& options, std::string_view a,
                    std::string_view b, std::size_t count);

}  // namespace glassformer
