#pragma once

#include "app/session/session.h"
#include "app/widgets/ui.h"

// The pictures of the lesson on the block since 2017, each filling its area; of the run's
// Since2017Record.
namespace glassformer {

// The block of 2017 and the one that the lesson has come to, side by side; what the last change
// concerns is lit in both, or with `all` whatever differs.
void draw_two_blocks(Ui& ui, Session& session, bool all, Rect area);
// A row, and what layer and RMS norm make of it; outlines where nothing is added to it.
void draw_two_norms(Ui& ui, Session& session, Rect area);
// What the inner layer of the old feed-forward network is, and of the gated one gate, value and
// their product.
void draw_gate(Ui& ui, Session& session, Rect area);
// The pairs of columns of a query and a key, each a plane in which both are turned.
void draw_turned_pairs(Ui& ui, Session& session, Rect area);
// The score against how far both words are moved on, with added positions and with rotary ones.
void draw_moved_scores(Ui& ui, Session& session, Rect area);
// The heads above, their key/value heads below, and who reads whose.
void draw_shared_heads(Ui& ui, Session& session, Rect area);
// Weights and biases of a layer as squares, whose areas are the numbers.
void draw_bias_square(Ui& ui, Session& session, Rect area);
// The losses of all stages while they are trained.
void draw_stage_losses(Ui& ui, Session& session, Rect area);
// For each change a dot a seed: how much lower the loss came.
void draw_gains(Ui& ui, Session& session, Rect area);

}  // namespace glassformer
