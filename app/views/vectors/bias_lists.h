#pragma once

#include "app/session/session.h"
#include "app/widgets/ui.h"

// Lists of the view bias.
namespace glassformer {

// What the lecture prints, in its order, and how far ours lie along the same direction.
void draw_printed_words(Ui& ui, Session& session, Rect area);
void draw_printed_pairs(Ui& ui, Session& session, Rect area);
// The pairs that the direction makes.
void draw_analogies(Ui& ui, Session& session, Rect area);
// The neighbours of a word; beside them, how near opposites are, and words of like meaning.
void draw_bias_neighbours(Ui& ui, Session& session, Rect area);

}  // namespace glassformer
