#pragma once

#include <string_view>

#include "app/widgets/ui.h"
#include "core/embed/eval/question_file.h"

namespace glassformer {

// The name of the file that is asked, at the left of the row. True if it was clicked: back to what
// the program asks.
bool draw_asked_file(Ui& ui, const QuestionFile& file, std::string_view tip, Rect& row);

// In place of answers that these vectors cannot give: why, and what to do.
void draw_advice(Ui& ui, std::string_view words, Rect area);

}  // namespace glassformer
