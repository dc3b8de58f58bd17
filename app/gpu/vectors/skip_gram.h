#pragma once

#include "app/gpu/device.h"
#include "core/embed/engines/skip_gram_engine.h"

namespace glassformer {

// Skip-gram with negative sampling in a compute shader (shaders/skip_gram.comp), the step of
// core/embed/train/step.h. Work groups update shared rows without locks, and which updates are lost
// depends on the card, so no two trainings give the same numbers.
//
// `max_groups`: at most this many stretches of the text are trained in parallel, one to a work
// group.
SkipGramEnginePtr make_skip_gram_on_card(DevicePtr device, int max_groups = 4096);

// How many stretches of the text can be trained in parallel when a share of `share` (0 … 1) of all
// centre words updates the rows of the most frequent word. Of two groups that update the same row
// at the same time one loses its update; the number is chosen so that, if all groups were in step,
// 32 of them would meet at that row. On the default corpus that gives 150 groups. In a simulation
// of this worst case the analogies were as good with 128 groups (99.2 % against 99.3 %), and worse
// with 512 (96.7 %).
int skip_gram_groups(double share, int max_groups);

// At most how many centre words a group trains in one dispatch. On a card there is no limit; the
// loops of a software renderer end after a fixed number of turns, of which one centre takes
// `turns`.
int skip_gram_centres(bool software, int turns);

}  // namespace glassformer
