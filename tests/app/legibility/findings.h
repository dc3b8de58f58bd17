#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "app/widgets/theme.h"

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
// shortened. Curves and marks: at least 3 : 1 against what is beside them, but for what has the
// colour of a `rule`: hairlines, and the sign of a button that cannot be pressed now.
std::vector<Finding> findings(const Canvas& canvas, const Theme& theme);

}  // namespace glassformer::testing
