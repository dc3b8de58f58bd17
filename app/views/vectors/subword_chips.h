#pragma once

#include "app/session/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// The n-grams of the chosen word, those in colour that the other word has too. Where there are few,
// each lies under the letters that it covers; else they stand in lines by their length, as large as
// all of them fit, or as many as fit, those in colour first.
void draw_subword_chips(Ui& ui, Session& session, Rect area);

}  // namespace glassformer
