#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// The words of a sentence in a row, some of them in colour. Of a long sentence the part that is
// looked at, and how much stands before and behind it.
struct WordChips {
  const std::vector<std::string>& words;
  int centre = 0;  // this word is shown …
  int needed = 0;  // … and all up to here, from the first that fits on, this one left out
  std::function<std::optional<Color>(int)> fill;  // none: as a button
  std::function<std::optional<Color>(int)> ring;  // around a word that is not filled
  std::string_view id = "word";                   // another for each row of chips
};

// Returns the number of the word that was clicked, or −1.
int draw_word_chips(Ui& ui, Session& session, const WordChips& chips, Rect row);

}  // namespace glassformer
