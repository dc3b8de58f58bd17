#pragma once

#include <cstddef>
#include <optional>

#include "app/session/session.h"
#include "app/widgets/ui.h"

// The pictures of the lesson on sorting and adding, each filling its area; of the run's
// SortAndAddRecord.
namespace glassformer {

// The question and the answer behind it as tiles: letters over the sorted ones, or a sum as it is
// written on paper. Lines lead from the chosen character to what the heads looked at while it was
// written. Returns the number of a written character that was clicked.
std::optional<int> draw_answer_tiles(Ui& ui, Session& session, Rect area);

// Whether the picture has lines of this site of the run.
bool draws_lines(const Run& run, std::size_t site);

// The maps of all heads, a row for each layer; the one that is laid out is framed. Returns the
// number of the head that was clicked, from 0.
std::optional<int> draw_answer_heads(Ui& ui, Session& session, Rect area);

}  // namespace glassformer
