#pragma once

#include <string>
#include <vector>

#include "app/jobs/projection.h"
#include "app/session/session.h"
#include "app/views/parts/word_bars.h"
#include "app/views/vectors/map_scene.h"
#include "app/widgets/ui.h"

namespace glassformer {

// What stands on the stage for a map of words, or beside it.

// Who is near the chosen word, by the measure that is chosen: its cosines, or its distances.
Var near_of(const Session& session);
// These as bars. `pointed`: the word that is hovered elsewhere.
WordBarsTouch draw_neighbours(Ui& ui, Session& session, const std::string& pointed, Rect area);
// What the chosen word gives each of its neighbours in t-SNE. Returns the one that is hovered.
std::string draw_shares(Ui& ui, Session& session, const std::string& pointed, Rect area);
// How far the words of each group point one way.
void draw_groups(Ui& ui, Session& session, const std::vector<ColorLegend>& legend, Rect area);
// In place of a map: what is missing for it, or how far t-SNE has come.
void draw_no_map(Ui& ui, const std::vector<std::string>& missing, const ProjectionSnapshot* now,
                 Rect area);
// The share of the variance along each component; those that are drawn in colour.
void draw_variance(Ui& ui, Session& session, Rect area);
// Where the chosen word lies along each component that is drawn: what each dimension gives, and
// the sum of these so far.
void draw_coordinates(Ui& ui, Session& session, Rect area);
// How wrong the map of t-SNE still is.
void draw_divergence(Ui& ui, const ProjectionSnapshot& now, Rect area);
// Of which words one is odd, and how like the others each is.
void draw_odd(Ui& ui, Session& session, const std::string& pointed, Rect area);

}  // namespace glassformer
