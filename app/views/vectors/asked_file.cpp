#include "app/views/vectors/asked_file.h"

#include <algorithm>
#include <string>

#include "app/widgets/formula.h"

namespace glassformer {

bool draw_asked_file(Ui& ui, const QuestionFile& file, std::string_view tip, Rect& row) {
  const Theme& theme = ui.theme;
  const std::string name = ui.canvas.elided(file.name, theme.body(), theme.px(240)) + "  ×";
  const float width = ui.canvas.width(name, theme.body()) + theme.px(28);
  const bool clicked = ui.button(name, row.take_left(std::min(width, row.w)), true, tip);
  row.take_left(theme.px(12));
  return clicked;
}

void draw_advice(Ui& ui, std::string_view words, Rect area) {
  FormulaStyle style;
  style.size = ui.theme.px(16);
  style.ink = ui.theme.soft_ink;
  draw_prose(ui, words, area.origin(), area.w, ui.theme.body(), style);
}

}  // namespace glassformer
