#pragma once

#include "app/widgets/ui.h"

namespace glassformer {

// A page that may be taller than the place it is shown in: the wheel moves it, and a bar shows
// which part is visible. Until end() the canvas is clipped to the place. A line of text that the
// place would cut through is left out: half a line reads as a mistake.
class Scroll {
 public:
  // `offset`, pixels of the page above the place, is kept by the caller from frame to frame; a
  // notch of the wheel moves by `notch`.
  Scroll(Ui& ui, float& offset, Rect place, float notch);
  Rect page() const { return place_.moved({0, -offset_}); }
  // `height` of the page in px; `bar` is the left edge of the scroll bar, if one is needed.
  void end(float height, float bar);

 private:
  Ui& ui_;
  float& offset_;
  Rect place_;
  std::size_t first_;  // command of the page
};

}  // namespace glassformer
