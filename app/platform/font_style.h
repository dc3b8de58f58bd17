#pragma once

#include <string>
#include <vector>

#include "app/widgets/canvas.h"

namespace glassformer {

// The fonts that a face is looked for in, the best one first.
struct FontStyle {
  std::vector<std::string> families;
  bool bold = false;
  bool italic = false;
};

// `fixed`: the same on every machine, as pictures in tests need them.
FontStyle font_style(Face face, bool fixed);

}  // namespace glassformer
