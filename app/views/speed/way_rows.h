#pragma once

#include <optional>

#include "app/jobs/measuring.h"
#include "app/widgets/ui.h"

namespace glassformer {

// The ways one below the other: time, operations a second as a bar, how often the first way would
// have to be repeated in that time, and the share of what the cores it uses can do at best; a
// narrow area has the bar below the name. Hidden: the class is still guessing how many operations
// there are. The way that was clicked.
std::optional<std::size_t> draw_way_rows(Ui& ui, const ProductSnapshot& now, std::size_t chosen,
                                         bool hidden, Rect area);

}  // namespace glassformer
