#pragma once

#include "app/session/session.h"
#include "app/widgets/ui.h"

// The pictures of the lesson on pieces of words, each filling its area; of the run's PiecesRecord.
namespace glassformer {

// The words that are learned from, in the pieces that they fall into now, and how often each comes.
void draw_spelled_words(Ui& ui, Session& session, Rect area);
// The chosen word: its letters, and above them what the merges make of them.
void draw_merge_tree(Ui& ui, Session& session, Rect area);
// What the longest match looks for in the chosen word, a line for each piece.
void draw_longest_match(Ui& ui, Session& session, Rect area);
// The places between the letters, and an arc over the letters of each piece that fits; the cheapest
// way is thick.
void draw_cut_lattice(Ui& ui, Session& session, Rect area);
// The text in words, in characters and in pieces.
void draw_three_cuts(Ui& ui, Session& session, Rect area);

}  // namespace glassformer
