#pragma once

#include <string>
#include <vector>

#include "app/session/session.h"
#include "app/views/view.h"
#include "app/widgets/geometry.h"

namespace glassformer {

enum class StagePlace { hero, side, under };

struct Standing {  // who stands where
  std::string part;
  StagePlace place = StagePlace::hero;
  Rect rect;
};

// Divides the stage among those whom the places name, `gap` px apart: what stands under takes its
// share of the height, what stands beside its share of the width, and the hero has the rest. All
// depends on the scene alone: a step that begins no new one moves nothing.
std::vector<Standing> lay_out_stage(const Places& places, const ViewTraits& view, Rect area,
                                    float gap);

// Names in the lesson's places that are no part of its view, no matrix and none of the stage's own:
// a sentence for each.
std::vector<std::string> check_places(const Lesson& lesson, int step, const Run& run);

}  // namespace glassformer
