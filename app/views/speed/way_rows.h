#pragma once

#include <optional>

#include "app/jobs/measuring.h"
#include "app/widgets/ui.h"

namespace glassformer {

// The ways one below the other: time, operations a second as a bar, how often the first way would
// have to be repeated in that time, and the share of what the cores it uses can do at best. The way
// that was clicked. At the least height the rows are low, and only with `note` there is a line
// under them that says how far the results differ.
float way_rows_height(const Ui& ui, const ProductSnapshot& now);
float least_way_rows_height(const Ui& ui, const ProductSnapshot& now, bool note);
std::optional<std::size_t> draw_way_rows(Ui& ui, const ProductSnapshot& now, std::size_t chosen,
                                         Rect area);

}  // namespace glassformer
