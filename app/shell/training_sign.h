#pragma once

#include <string>
#include <string_view>

#include "app/session/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// A training that runs while another lesson is open: a chip in the top bar says which one and how
// far it is, and leads to it.
struct TrainingSign {
  std::string words;      // "EN → FR 42 %"; empty: none runs, or its own lesson is open
  std::string_view view;  // that shows it
};
TrainingSign training_sign(const Session& session);

float training_sign_width(const Ui& ui, const TrainingSign& sign);
// True if its lesson is to be opened.
bool draw_training_sign(Ui& ui, const TrainingSign& sign, Rect area);

}  // namespace glassformer
