#pragma once

#include <vector>

#include "app/jobs/race.h"
#include "app/widgets/ui.h"

namespace glassformer {

// The share of inputs that each network answers without a mistake, against the seconds that it has
// learned, of the moments up to `now`.
void draw_race_progress(Ui& ui, const std::vector<RaceSnapshotPtr>& moments, std::size_t now,
                        Rect area);
// The same share against the length of the input, at one moment.
void draw_race_lengths(Ui& ui, const RaceSnapshot& moment, Rect area);

}  // namespace glassformer
