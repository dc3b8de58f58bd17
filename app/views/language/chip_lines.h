#pragma once

#include <string>
#include <vector>

#include "app/widgets/ui.h"

namespace glassformer {

// Tokens as chips that run over lines, in the largest letters with which all have room.
struct ChipLines {
  Type type;
  float below = 0;  // px under each chip, for a number
  std::vector<Rect> places;
  bool all = true;  // none is left out

  // Where the last chip's line ends, px.
  float bottom() const { return places.empty() ? 0 : places.back().bottom() + below; }
};
// Spread over the height of the area, or with `spread` false from its top on.
ChipLines lay_out_chips(const Ui& ui, const std::vector<std::string>& words, Rect area,
                        bool numbered, bool spread = true, float largest = 64);

}  // namespace glassformer
