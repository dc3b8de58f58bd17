#pragma once

#include <map>
#include <string>

#include "app/views/parts/bars.h"

namespace glassformer {

// Bars that grow both ways from a middle, large: what leans to one end has its bar on that side,
// its number at the tip and its name on the other side, beside the middle. In as many columns as
// the height asks for. What is not known has a name alone, and what is hidden leans nowhere yet.
struct LeaningBars {
  Bars bars;                            // `ends`: the one to the left, the one to the right
  std::map<std::string, double> was{};  // pale bars behind: what these were before
  std::vector<std::string> heads{};     // over two columns of the same length, instead of ends
  std::string note{};                   // of both columns: between their heads
};
BarsTouch draw_leaning_bars(Ui& ui, Session& session, const LeaningBars& leaning, Rect area);

}  // namespace glassformer
