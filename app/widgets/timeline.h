#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/widgets/ui.h"

namespace glassformer {

// The steps of a lesson: back, play, on, a line with a mark for each step that can be dragged, the
// title of the step, or of the one under the pointer, and what comes after the last step.
struct TimelineSpec {
  std::vector<std::string> titles;
  int step = 0;
  float built = 1;  // how far the current step is drawn, 0 … 1
  bool playing = false;
  std::string next = {};  // the lesson after this one, offered beside the title; empty: none
};
struct TimelineTouch {
  std::optional<int> step;
  bool play = false;  // play or pause was pressed
  bool next = false;  // the lesson that is offered was clicked
  Rect on;            // where the button lies that goes on
};
TimelineTouch draw_timeline(Ui& ui, const TimelineSpec& spec, Rect area);

}  // namespace glassformer
