#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "app/widgets/canvas.h"

namespace glassformer::testing {

// What of a frame somebody in the last row cannot read.
enum class Fault { small, contrast, graphics, overlap, cut, ellipsis, refused };
constexpr int kFaults = 7;
constexpr std::array<std::string_view, kFaults> kFaultNames{
    "small", "contrast", "graphics", "overlap", "cut", "ellipsis", "refused"};

struct Finding {
  Fault fault;
  std::string what;  // the text, where it stands and what is wrong with it
};

// Reads the commands of a frame. Text: at least 14 px times `scale`; at least 4.5 : 1 (WCAG 2)
// against what is painted behind it and over it; not over other text, nor cut by its clip, nor
// shortened. Curves and marks: at least 3 : 1.
std::vector<Finding> findings(const Canvas& canvas, Color background, float scale);

float contrast(Color a, Color b);  // of WCAG 2, 1 … 21

}  // namespace glassformer::testing
