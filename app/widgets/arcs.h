#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/widgets/ui.h"
#include "core/tensor/mat.h"

namespace glassformer {

// Lines between two columns of tokens, queries left and keys right, thickness and opacity by
// weight; several heads share the picture, each in its own colour that never repeats.
struct ArcsSpec {
  std::vector<std::string> queries;
  std::vector<std::string> keys;
  struct Head {
    const Mat* weights = nullptr;  // [queries, keys]; NaN: not to be seen
    Color color;
    bool on = true;
  };
  std::vector<Head> heads;
  int touched_query = -1;  // only its lines are drawn in full
  int touched_key = -1;
  bool fills = false;  // rows as high, and lines as long, as the area allows
};
struct ArcsTouch {
  int query = -1;
  int key = -1;
};
ArcsTouch draw_arcs(Ui& ui, const ArcsSpec& spec, Rect area);

// Colour of a head: hues a golden angle apart at one lightness, so that no two are alike.
Color head_color(const Theme& theme, int head);

}  // namespace glassformer
