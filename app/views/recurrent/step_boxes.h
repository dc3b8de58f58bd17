#pragma once

#include <string>
#include <vector>

#include "app/session/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// What a step of a computation is made of, in its order: a box each, with an arrow to the next.
// Touching a box touches its matrix; a click goes to the lesson's step about it.
struct StepBox {
  std::string title;   // "Alignment"
  std::string symbol;  // formula markup: "\alpha_{1}"
  Var var;             // its numbers, of one row; several rows are not written out
  std::string tag;     // a few words below: "the same at every step"
  bool again = true;   // made again at every step
  bool told = false;   // its numbers are shown though no step has spoken of it yet
};
void draw_step_boxes(Ui& ui, Session& session, const std::vector<StepBox>& boxes, Rect area);
float step_boxes_height(const Ui& ui, bool tagged);

}  // namespace glassformer
