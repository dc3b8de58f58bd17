#pragma once

#include <string>
#include <vector>

#include "app/session/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// Vectors as arrows from the origin, and the step that each is about to take as a second arrow from
// its tip: the first two columns of their rows, both axes alike.
struct PlaneArrow {
  Vec tip;   // in the vectors' own unit, y upwards
  Vec step;  // from the tip on
  std::string name;
  Color color;
  bool strong = false;
  bool spoken_of = true;  // otherwise its name gives way to those of others
  Target cell;            // what it is a picture of
  int rank() const { return strong ? 2 : spoken_of ? 1 : 0; }
};
struct PlaneLegend {
  std::string name;
  Color color;
};
// The legend stands at the foot where there is room for it; `margin`, px at scale 1, is free around
// the arrows for their names.
void draw_arrow_plane(Ui& ui, Session& session, const std::vector<PlaneArrow>& arrows,
                      const std::vector<PlaneLegend>& legend, Rect area, float margin = 56);

}  // namespace glassformer
