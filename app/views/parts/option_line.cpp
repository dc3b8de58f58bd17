#include "app/views/parts/option_line.h"
#include "app/views/parts/set_option.h"

namespace glassformer {

void OptionLine::draw(Ui& ui, Session& session, const TextKey& option, const std::string& title,
                      const std::string& hint, Rect row, const std::string& instead) {
  const Theme& theme = ui.theme;
  if (!ui.text_active()) {
    typed_ = instead;
    if (typed_.empty()) typed_ = typed_in(session.inputs(), option);
    ++gesture_;
  }
  ui.canvas.text_in(row.take_left(ui.canvas.width(title, theme.small()) + theme.px(12)), title,
                    theme.small(), theme.soft_ink);
  if (ui.text_field(option.name, typed_, row, hint, true)) {
    session.post(set_option(option, typed_, gesture_));
  }
}

}  // namespace glassformer
