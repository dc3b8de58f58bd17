#include "app/shell/lesson_list.h"

#include <algorithm>

#include "app/widgets/scroll.h"

namespace glassformer {

int draw_lesson_list(Ui& ui, const Session& session, Rect area) {
  const Theme& theme = ui.theme;
  ui.canvas.fill(area, theme.panel);
  ui.canvas.line({area.right(), area.y}, {area.right(), area.bottom()}, theme.rule, theme.px(1));
  float& offset = ui.remembered(Ui::id("lesson list"));
  Scroll scroll(ui, offset, area, theme.px(48));
  Rect rest = scroll.page().inset(theme.px(10), theme.px(12));
  const float top = rest.y;
  float& shown = ui.remembered(Ui::id("lesson list", 1), -1);
  float moved = 0;
  int picked = -1;
  std::string group;
  for (std::size_t i = 0; i < session.lessons().size(); ++i) {
    const Lesson& lesson = session.lessons()[i];
    if (lesson.group != group) {
      if (!group.empty()) rest.take_top(theme.px(10));
      group = lesson.group;
      ui.canvas.text_in(rest.take_top(theme.px(30)).inset(theme.px(10), 0), group, theme.small(),
                        theme.faint_ink);
    }
    const Rect row = rest.take_top(theme.px(36));
    const Touch touch = ui.touch(Ui::id("lesson", i), row);
    const bool open = lesson.id == session.lesson().id;
    // A lesson that was just opened is in sight, and so are its neighbours: the name of a group may
    // stand between.
    if (open && shown != static_cast<float>(i)) {
      shown = static_cast<float>(i);
      const float below = row.bottom() + theme.px(88) - area.bottom();
      const float above = area.y + theme.px(88) - row.y;
      if (below > 0) moved = below;
      if (above > 0) moved = -above;
    }
    if (open) {
      ui.canvas.fill(row, theme.raised, theme.px(7));
      ui.canvas.fill({row.x, row.y + theme.px(9), theme.px(3), row.h - theme.px(18)}, theme.accent,
                     theme.px(1.5F));
    } else if (touch.hovered) {
      ui.canvas.fill(row, theme.pressed, theme.px(7));
    }
    const Rect words = row.inset(theme.px(12), 0);
    ui.canvas.text_in(words, lesson.title, theme.small(),
                      open || touch.hovered ? theme.ink : theme.soft_ink);
    if (touch.hovered && ui.canvas.width(lesson.title, theme.small()) > words.w)
      ui.tip(lesson.title);
    if (touch.clicked) picked = static_cast<int>(i);
  }
  offset = std::max(0.0F, offset + moved);
  scroll.end(rest.y - top + theme.px(24), area.right() - theme.px(7));
  if (moved != 0) ui.request_frame();
  return picked;
}

}  // namespace glassformer
