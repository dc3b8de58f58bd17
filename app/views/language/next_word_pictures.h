#pragma once

#include <string>

#include "app/session/session.h"
#include "app/widgets/ui.h"

// The pictures of the lesson on the next word, each filling its area; of the run's NextWordRecord.
namespace glassformer {

// The most probable words as bars, the most probable first, and what is left behind a cut: the line
// below the last word that may be drawn is dragged, and sets top-k or top-p.
void draw_sorted_words(Ui& ui, Session& session, Rect area);
// The text, token by token, as far as it has come. Tinted is what was looked at before the token
// under the pointer, else from where the text goes on; a click asks what follows a token.
void draw_running_text(Ui& ui, Session& session, Rect area);
// The two continuations, one below the other: what is said again is marked.
void draw_two_texts(Ui& ui, Session& session, Rect area);
// What is left, end to end from 0 to 1, and the random number that falls on one word.
void draw_drawing(Ui& ui, Session& session, Rect area);

// A token as it is written on a chip: blanks alone are drawn, and no sign moves the text.
std::string on_chip(const std::string& token);

}  // namespace glassformer
