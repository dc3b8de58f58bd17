#pragma once

#include <array>
#include <string>
#include <vector>

#include "app/session.h"
#include "app/stage/stage.h"
#include "app/widgets/canvas.h"
#include "app/widgets/theme.h"

namespace glassformer {

// What a class sees of a part.
struct PartMeasure {
  Rect drawn;                       // around its marks and labels; without ground and grid
  int tiles = 0;                    // of 8 × 8 over that, those that hold marks
  std::array<float, 2> text_px{};   // the smallest and the largest; 0, 0: none
  std::array<float, 2> digit_px{};  // likewise, of numbers
  int dropped_labels = 0;           // names of rows and columns that found no room
};
PartMeasure measure_part(const Canvas& canvas, const Theme& theme, const DrawnPart& part,
                         const Tape& tape);

// Whether a command is a mark: no text, and neither ground, frame nor grid.
bool is_mark(const Command& command, const Theme& theme, Rect part);

// Why the hero is large enough, "area", "height" or "width"; or the step's own reason why it need
// not be. Empty: it is too small.
std::string held_by(const PartMeasure& measure, Rect stage, bool keeps_shape,
                    const std::string& reason);

// {"stage": […], "line": …, "parts": [{"part": …, "drawn": […], …}]}, a line of JSON.
std::string layout_json(const Canvas& canvas, const Theme& theme, const Session& session,
                        Rect stage, const std::string& line, const std::vector<DrawnPart>& parts);

}  // namespace glassformer
