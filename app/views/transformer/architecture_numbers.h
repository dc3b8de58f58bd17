#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/session/session.h"
#include "app/widgets/ui.h"
#include "core/scenes/records/architecture.h"

namespace glassformer {

// One line of the arithmetic of a block: what, how it comes about, the number, and the cell that
// holds it.
struct NumberLine {
  std::string name;
  std::string how;    // "512 × 512"
  std::string value;  // "262 144"
  double share = -1;  // of the largest line, drawn as a bar; −1: none
  Target cell;
  bool total = false;  // stands under a rule
  bool each = false;   // the value is of one of several alike; `how` says of how many
};

// The title and the lines of a part; of none there are none.
struct NumberSheet {
  std::string title;
  std::string about;
  std::vector<NumberLine> lines;
};
NumberSheet number_sheet(const Session& session, std::optional<ModelPart> part);

void draw_number_sheet(Ui& ui, Session& session, const NumberSheet& sheet, Rect area);
// The same as large bars: what shares there are of what.
void draw_number_bars(Ui& ui, Session& session, const NumberSheet& sheet, Rect area);
// How much of the work each kind of product is, against the length of the sentences.
void draw_shares_by_length(Ui& ui, const Session& session, Rect area);

}  // namespace glassformer
