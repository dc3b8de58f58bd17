#pragma once

#include <vector>

#include "app/jobs/race.h"
#include "app/widgets/ui.h"

namespace glassformer {

// The share of inputs that each network answers without a mistake, against the seconds that it has
// learned, of the moments up to `now`.
void draw_race_progress(Ui& ui, const std::vector<RaceSnapshotPtr>& moments, std::size_t now,
                        Rect area);
// Of a race over several numbers of pairs: the same share against the pairs that a network learned
// from, at one moment, for up to `most` pairs: what comes of more is for a later step.
void draw_race_sizes(Ui& ui, const RaceSnapshot& moment, int most, Rect area);
// And against the steps, of the networks that learned from `pairs`, of the moments up to `now`.
void draw_race_steps(Ui& ui, const std::vector<RaceSnapshotPtr>& moments, std::size_t now,
                     int pairs, Rect area);
// The same share against the length of the input, at one moment.
void draw_race_lengths(Ui& ui, const RaceSnapshot& moment, Rect area);

}  // namespace glassformer
