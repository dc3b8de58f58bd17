#pragma once

#include <vector>

#include "app/jobs/race.h"
#include "app/widgets/ui.h"

namespace glassformer {

// The share of inputs that a network answers without a mistake; the share of links that are right;
// how far one draw's gradient lies from their mean.
enum class RaceMeasure { exact, aligned, noise };

// That of each network against the seconds or the steps that it has learned, of the moments up to
// `now`, on axes that reach to the moment `axis`. What was not measured of a network is not drawn.
void draw_race_progress(Ui& ui, const std::vector<RaceSnapshotPtr>& moments, std::size_t now,
                        std::size_t axis, RaceMeasure measure, Rect area);
// The share without a mistake against the length of the input, at one moment; of all or of the
// shorter half of the lengths.
void draw_race_lengths(Ui& ui, const RaceSnapshot& moment, bool short_ones, Rect area);

}  // namespace glassformer
