#pragma once

#include "app/widgets/ui.h"

namespace glassformer {

// A page that may be higher than its place: the wheel moves it, and a bar beside it shows which
// part is seen. Until end() the canvas is clipped to the place.
class Scroll {
 public:
  // `offset`, pixels of the page above the place, is kept by the caller from frame to frame; a
  // notch of the wheel moves by `notch`.
  Scroll(Ui& ui, float& offset, Rect place, float notch);
  Rect page() const { return place_.moved({0, -offset_}); }
  // The page was so high. The bar begins at x = bar, if there is one.
  void end(float height, float bar);

 private:
  Ui& ui_;
  float& offset_;
  Rect place_;
};

}  // namespace glassformer
