#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/widgets/ui.h"

namespace glassformer {

// The steps of a lesson: back, play, on, a line with a mark for each step that can be dragged, the
// title of the step, and of the one under the pointer.
struct TimelineSpec {
  std::vector<std::string> titles;
  int step = 0;
  float built = 1;  // how far the current step is drawn, 0 … 1
  bool playing = false;
};
struct TimelineTouch {
  std::optional<int> step;
  bool play = false;  // play or pause was pressed
};
TimelineTouch draw_timeline(Ui& ui, const TimelineSpec& spec, Rect area);

}  // namespace glassformer
