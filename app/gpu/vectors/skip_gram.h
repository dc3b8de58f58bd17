#pragma once

#include "app/gpu/device.h"
#include "core/embed/engines/skip_gram_engine.h"

namespace glassformer {

// Skip-gram with negative sampling in a compute shader (shaders/skip_gram.comp), the step of
// core/embed/train/step.h. Which changes are lost where work groups meet at a row depends on the
// card, so a training is not the same twice.
//
// `most_groups`: as many stretches of the text are trained side by side, at most.
SkipGramEnginePtr make_skip_gram_on_card(DevicePtr device, int most_groups = 4096);

// How many stretches of the text can be trained side by side, where the rows of the word that is
// met most often are changed by so large a share of all centres. One group's change is lost to
// another that is at the same row; if all were at the same place of their stretch at the same time,
// 32 of them would meet there. On the default corpus that gives 150 groups; in a simulation of this
// worst case the analogies still came out as well with 128 (99.2 % to 99.3 %), and with 512 worse
// (96.7 %).
int skip_gram_groups(double share, int most_groups);

// How many centres a group goes through in one dispatch, at most: a card all it has, a software
// renderer as many as its loops, which end early, get to the end of. `turns`: for one centre.
int skip_gram_centres(bool software, int turns);

}  // namespace glassformer
