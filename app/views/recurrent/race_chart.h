#pragma once

#include <vector>

#include "app/jobs/race.h"
#include "app/widgets/ui.h"

namespace glassformer {

// The share of inputs that a network answers without a mistake; the share of links that are right;
// how far one draw's gradient lies from their mean.
enum class RaceMeasure { exact, aligned, noise };

// That of each network against the seconds or the steps that it has learned, of the moments up to
// `now`. What was not measured of a network is not drawn.
void draw_race_progress(Ui& ui, const std::vector<RaceSnapshotPtr>& moments, std::size_t now,
                        RaceMeasure measure, Rect area);
// Of a race over several numbers of pairs: the share without a mistake against the pairs that a
// network learned from, at one moment, for up to `most` pairs: what comes of more is for a later
// step.
void draw_race_sizes(Ui& ui, const RaceSnapshot& moment, int most, Rect area);
// And against the steps, of the networks that learned from `pairs`, of the moments up to `now`.
void draw_race_steps(Ui& ui, const std::vector<RaceSnapshotPtr>& moments, std::size_t now,
                     int pairs, Rect area);
// The share without a mistake against the length of the input, at one moment.
void draw_race_lengths(Ui& ui, const RaceSnapshot& moment, Rect area);

}  // namespace glassformer
