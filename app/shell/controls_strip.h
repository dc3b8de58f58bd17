#pragma once

#include <map>
#include <string>

#include "app/session/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// The options of the open lesson's model, drawn from their specs alone: a new option of a model
// appears here by itself. Those that the step sets or speaks of stand there at once, the others
// behind "More".
class ControlsStrip {
 public:
  // Returns the height it took of the area, from the top. `sparing`: no row for "More" alone; the
  // key opens it as well.
  float draw(Ui& ui, Session& session, Rect area, bool sparing);

 private:
  float width_of(const Ui& ui, const OptionSpec& spec, float room) const;
  void draw_option(Ui& ui, Session& session, const OptionSpec& spec, Rect rect, float room);
  bool more_ = false;  // all are shown
  std::string lesson_;
  std::map<std::string, std::string> typed_;  // number fields while they are edited
  int gesture_ = 0;
};

}  // namespace glassformer
