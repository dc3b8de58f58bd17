#pragma once

#include <optional>

#include "app/jobs/measuring.h"
#include "app/session/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// Table 1 of Vaswani et al. 2017 with numbers for n, d, k and r from the trace, and beside it how
// fast the measured times grew: the slopes in the plots. Below, what the table says of attention
// and recurrence, and what was measured. The layer that was clicked.
std::optional<std::size_t> draw_layer_table(Ui& ui, Session& session, const LayerSnapshot& now,
                                            std::size_t chosen, Rect area);

}  // namespace glassformer
