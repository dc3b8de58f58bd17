#pragma once

#include <string>
#include <vector>

#include "core/grad/label.h"
#include "core/scenes/part.h"
#include "core/scenes/vectors/why_columns.h"

namespace glassformer {

// What is computed alike for the contexts that are shown and for all others.
struct WhyPart {
  std::vector<int> ids;  // of the contexts
  Axis context;
  Part counts, other, total, weight;
  Part ppmi, unit;  // [words, contexts]

  int columns() const { return static_cast<int>(ids.size()); }
};

struct WhyRows {
  WhyPart shown;
  WhyPart rest;  // with no Part where all contexts are shown
};

// Names on the tape how often each context stands beside each of the words, their PPMI with the
// counts of contexts to the power ¾, and the rows of that divided by their lengths, which are over
// the shown contexts and the others together (Levy, Goldberg and Dagan 2015, section 3.2). `words`
// are numbers of the text's vocabulary, and `word` names them. Throws UserError where counts that
// were set by hand leave a word or a context without any.
WhyRows name_why_rows(Tape& tape, const WhyGround& ground, const WhyColumns& columns,
                      const std::vector<int>& words, const Axis& word);

// The names of these words of the text.
std::vector<std::string> names_of(const WhyGround& ground, const std::vector<int>& ids);

}  // namespace glassformer
