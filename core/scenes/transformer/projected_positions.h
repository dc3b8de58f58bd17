#pragma once

#include "core/scenes/material.h"
#include "core/scenes/records/positional_distances.h"
#include "core/scenes/run.h"

namespace glassformer {

// What one head of the chosen model's first layer makes of the positions that are added to its
// words (lecture 002: "meaningful distances … once they are projected into Q/K/V vectors and during
// dot-product attention"). A projection is linear, so a query is the part of the word plus the part
// of its position; this is the latter. Named in the scope `projected`: encoding [n, d_model], wq
// and wk [d_model, d_k], q and k [n, d_k], before.distances, q.distances and k.distances [n, n],
// and scores [n, n], divided by √d_k. Reads the options `positions` and `head`. A model that adds
// no positions to its words leaves all of them out, and run.notes says so.
PositionalDistancesRecord::Projected record_projected(const Inputs& inputs, Run& run);

}  // namespace glassformer
