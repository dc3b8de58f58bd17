#pragma once

#include <cstdint>

#include "app/session/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// Three buttons that set another order of the words. `shuffles` is kept by the view: the seed of
// the last shuffle, 1, 2, 3 … What is left of the bar is returned.
Rect draw_shuffle_bar(Ui& ui, Session& session, std::uint64_t& shuffles, Rect bar);

}  // namespace glassformer
