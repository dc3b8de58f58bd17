#include "app/views/parts/option_line.h"

namespace glassformer {

void OptionLine::draw(Ui& ui, Session& session, const std::string& option, const std::string& title,
                      const std::string& hint, Rect row, const std::string& instead) {
  const Theme& theme = ui.theme;
  const auto& options = session.inputs().options;
  const auto set = options.find(option);
  if (!ui.text_active()) {
    typed_ = instead;
    if (typed_.empty() && set != options.end()) typed_ = std::get<std::string>(set->second);
    ++gesture_;
  }
  ui.canvas.text_in(row.take_left(ui.canvas.width(title, theme.small()) + theme.px(12)), title,
                    theme.small(), theme.soft_ink);
  if (ui.text_field(option, typed_, row, hint, true)) {
    session.post(SetOption{option, typed_, gesture_});
  }
}

}  // namespace glassformer
