#pragma once

#include <cstdint>
#include <optional>

#include "app/session/session.h"
#include "app/widgets/ui.h"

// The pictures of the lesson on pre-training, each filling its area; of the run's
// PreTrainingRecord.
namespace glassformer {

// The text twice: what is read, and below each token the one that comes next, which is to be
// predicted; the stronger its tint, the more probable the model finds it.
void draw_next_tasks(Ui& ui, Session& session, Rect area);
// What each moment makes of the prompt, one below the other. The step of the one that was clicked.
std::optional<std::int64_t> draw_written(Ui& ui, Session& session, Rect area);
// A square for each token of the vocabulary; as many are lit as the perplexity says.
void draw_doubt(Ui& ui, Session& session, Rect area);

// The loss of each batch and of held-out text, and what counting alone comes to.
void draw_pretraining_losses(Ui& ui, const Session& session, Rect area);
// How probable the right token is, by what tells it.
void draw_token_kinds(Ui& ui, const Session& session, Rect area);
// The losses of the network that has a few sentences alone; of held-out text only once it is no
// longer asked for.
void draw_few(Ui& ui, const Session& session, Rect area);

}  // namespace glassformer
