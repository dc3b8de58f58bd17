#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/embed/search/context_counts.h"
#include "core/embed/search/why_text.h"

namespace glassformer {

// A text, and who stands near whom in it.
struct WhyGround {
  WhyTextPtr text;
  std::shared_ptr<const ContextCounts> counts;
};

// Of each text made when it is first asked for, and kept; the counts until another window is asked
// for. Throws UserError where WordNet is wanted and not installed.
WhyGround why_ground(bool wordnet, int window);

// The lines of both words, where there are two, and of each word beside each context. To find them
// is to read the whole text: those of the last calls are kept.
struct ContextLines {
  std::vector<std::string> both;
  std::vector<std::vector<std::string>> beside;  // [words][contexts]
};
ContextLines context_lines(const WhyGround& ground, const std::vector<int>& words,
                           const std::vector<int>& contexts);

}  // namespace glassformer
