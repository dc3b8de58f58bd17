#pragma once

#include "app/jobs/set_aside.h"
#include "app/session/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// The newest training of this kind that waits; null: none does.
const SetAside* waiting_model(const Session& session);
const SetAside* waiting_vectors(const Session& session);
const SetAside* waiting_pretraining(const Session& session);
const SetAside* waiting_race(const Session& session, RaceKind kind);

// Takes room at the right of the row for a button that brings it back; null: takes none. True if it
// was pressed, and is back.
bool draw_aside_button(Ui& ui, Session& session, const SetAside* waiting, Rect& row);

}  // namespace glassformer
