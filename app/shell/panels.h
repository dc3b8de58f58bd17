#pragma once

#include <string>
#include <vector>

#include "app/widgets/geometry.h"

namespace glassformer {

// A part of the window that can be saved by itself: "words", "steps" …
struct Panel {
  std::string name;
  Rect rect;
};

// Which part of the window is saved as a picture: the stage, the whole window or a panel by name.
struct PicturePart {
  enum class Which { stage, window, panel };
  Which which = Which::stage;
  std::string panel = {};
};

// What is saved where, and how: `pixels` of the picture for each of the window, 1, 2 or 4.
struct SaveWish {
  std::string file;
  PicturePart part = {};
  int pixels = 1;
  bool to_clipboard = false;
};

}  // namespace glassformer
