#pragma once

#include <array>
#include <string>
#include <vector>

#include "app/session/session.h"
#include "app/stage/stage.h"
#include "app/widgets/canvas.h"
#include "app/widgets/drawn_cells.h"
#include "app/widgets/theme.h"

namespace glassformer {

// What a class sees of a part.
struct PartMeasure {
  Rect drawn;                       // around its marks and labels; without ground and grid
  int tiles = 0;                    // of 8 × 8 over that, those that hold marks
  std::array<float, 2> text_px{};   // the smallest and the largest; 0, 0: none
  std::array<float, 2> digit_px{};  // likewise, of numbers
  int dropped_labels = 0;           // words that name rows and columns and found no room there
};
// What a frame has drawn, and where its cells lie.
struct DrawnFrame {
  const Canvas& canvas;
  const Theme& theme;
  const CellRegistry& cells;
};
PartMeasure measure_part(const DrawnFrame& frame, const DrawnPart& part, const Tape& tape);

// Whether a command is a mark: no text, and neither ground, frame nor grid.
bool is_mark(const Command& command, const Theme& theme, Rect part);

// What makes the hero large enough: "area", "height" or "width"; or the reason that the step gives
// for a small one. Empty: it is too small.
std::string held_by(const PartMeasure& measure, Rect stage, bool keeps_shape,
                    const std::string& reason);

// What is on the stage of a frame.
struct StageFrame {
  const Canvas& canvas;
  const Theme& theme;
  const Session& session;
  const CellRegistry& cells;
  Rect stage;
  const std::string& line;              // what the room reads
  const std::vector<DrawnPart>& parts;  // empty: the view divides the stage by itself
};
// {"stage": […], "line": …, "parts": [{"part": …, "drawn": […], …}]}, a line of JSON. Of a lesson
// that names no places the parts are its matrices, each with its cells alone, and the hero is the
// one that the step is about.
std::string layout_json(const StageFrame& frame);

}  // namespace glassformer
