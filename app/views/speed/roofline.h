#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "app/jobs/measuring.h"
#include "app/widgets/ui.h"

namespace glassformer {

// Operations a second over operations for each byte, both in logarithms (Williams, Waterman and
// Patterson 2009). Under the slanted line the memory brings too little to compute with, under the
// level one the processor has all it needs.
struct RooflineSpec {
  std::shared_ptr<const ProductSnapshot> now;
  std::vector<std::shared_ptr<const ProductSnapshot>> others;  // of other sizes, drawn faintly
  std::vector<std::optional<double>> asked;  // of each way: operations for each byte it asks for
  std::size_t chosen = 0;                    // the way that is looked at
};
// The way whose disc was clicked. Touch a disc and its numbers are told.
std::optional<std::size_t> draw_roofline(Ui& ui, const RooflineSpec& spec, Rect area);

// "3.06 ms, the fastest of 20; median 3.2 ms, slowest 8.1 ms"
std::string times_told(const ProductTimes& way, int size);

}  // namespace glassformer
