#pragma once

#include <memory>
#include <optional>

#include "app/jobs/measuring.h"
#include "app/session/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// Table 1 of Vaswani et al. 2017 with numbers for n, d, k and r from the trace, and beside it how
// fast the measured times grew: the slope in the plots, of those that are shown. The layer that was
// clicked.
struct ShownSlopes {
  bool over_n = true;
  bool over_d = true;
};
float layer_table_height(const Ui& ui);
std::optional<std::size_t> draw_layer_table(Ui& ui, Session& session, const LayerSnapshot& now,
                                            std::size_t chosen, ShownSlopes slopes, Rect area);

// What the table says of attention and recurrence, and what was measured.
std::string verdict_told(const LayerSnapshot& now);

}  // namespace glassformer
