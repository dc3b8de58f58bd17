#pragma once

#include <string>

#include "app/session/session.h"
#include "app/widgets/ui.h"
#include "core/scenes/records/bias.h"

namespace glassformer {

// Lists of large bars, each alone in its area.
// What the lecture prints, in its order: occupations along the direction, and pairs of words.
void draw_printed_words(Ui& ui, Session& session, Rect area);
void draw_printed_pairs(Ui& ui, Session& session, Rect area);
// The pairs of words that differ most as the two ends of the direction do.
void draw_analogies(Ui& ui, Session& session, Rect area);
// The ten pairs, and how far each goes the way of their mean.
void draw_pairs_along(Ui& ui, Session& session, Rect area);
// The neighbours of a word.
void draw_bias_neighbours(Ui& ui, Session& session, Rect area);
// Pairs of words with their cosine, the mean of them above.
void draw_bias_pairs(Ui& ui, Session& session, const std::string& title,
                     const BiasRecord::Pairs& pairs, Rect area);
// The neighbours of the word that is looked at, before (0) or after (1) all are neutralised; dots
// mark those in both lists.
void draw_moved(Ui& ui, Session& session, std::size_t which, Rect area);

}  // namespace glassformer
