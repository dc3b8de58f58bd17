#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/session/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// The window over the sentence, large: its words in a row, an arc from each word that is given to
// each that it is asked about, those of the shown pairs thick. Of a long sentence the part around
// the window is shown, and how many words stand before and behind it.
struct WordWindow {
  const std::vector<std::string>& words;
  int first = 0, last = 0;                  // of the window
  std::vector<int> given;                   // words with the colour of what is given …
  int predicted = -1;                       // … and the one that is to come out
  std::vector<std::pair<int, int>> others;  // pairs of this window that are not shown now
  std::string given_name, predicted_name;   // written under them
};

// Returns the number of the word that was clicked, or −1.
int draw_word_window(Ui& ui, Session& session, const WordWindow& window, Rect area);

}  // namespace glassformer
