#pragma once

#include "app/session/session.h"
#include "app/widgets/ui.h"

// The pictures of the lesson on tuning, each filling its area; of the run's AssistantRecord.
namespace glassformer {

// The question, and what the model writes behind it: of one model, or of that before and that after
// one below the other, with whether it is right.
void draw_told(Ui& ui, Session& session, int side, Rect area);
void draw_both_told(Ui& ui, Session& session, Rect area);
// What each group of facts is read and asked of: a row for each, with an example.
void draw_fact_groups(Ui& ui, Session& session, Rect area);
// How surprising each token of question and answer is: what is given is pale, what is to be learned
// counts. With `both` the tuned model's bars stand before the other's.
void draw_token_losses(Ui& ui, Session& session, bool both, Rect area);
// The words that may come at the place that is looked at, before and after.
void draw_two_places(Ui& ui, Session& session, Rect area);
// Two answers token by token: their log probabilities under the reference, or with `gains` how much
// each token has gained, and what that adds up to.
void draw_two_answers(Ui& ui, Session& session, bool gains, Rect area);

}  // namespace glassformer
