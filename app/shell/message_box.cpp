#include "app/shell/message_box.h"

#include <algorithm>

#include "app/shell/icons.h"
#include "app/widgets/formula.h"

namespace glassformer {

namespace {

constexpr float kBoxPad = 14, kCloseRoom = 40;  // px at scale 1

FormulaStyle message_style(const Theme& theme) {
  FormulaStyle style;
  style.size = theme.px(16);
  style.ink = theme.ink;
  return style;
}

float words_width(const Theme& theme, float box) {
  return box - theme.px(2 * kBoxPad + kCloseRoom);
}

}  // namespace

Rect message_box_place(Ui& ui, const std::string& text, Rect canvas) {
  const Theme& theme = ui.theme;
  const float w = std::min(canvas.w - theme.px(32), theme.px(760));
  const float words = draw_prose(ui, text, {0, 0}, words_width(theme, w), theme.small(),
                                 message_style(theme), false)
                          .height;
  const float h = words + theme.px(2 * kBoxPad);
  return {canvas.center().x - w / 2, canvas.bottom() - h - theme.px(14), w, h};
}

bool draw_message_box(Ui& ui, const std::string& text, Color mark, Rect canvas) {
  const Theme& theme = ui.theme;
  const Rect box = message_box_place(ui, text, canvas);
  ui.canvas.set_layer(1);
  ui.canvas.fill(box, theme.raised, theme.px(9));
  ui.canvas.frame(box, mark, theme.px(1.5F), theme.px(9));
  ui.canvas.fill({box.x, box.y, theme.px(5), box.h}, mark, theme.px(2));
  draw_prose(ui, text, {box.x + theme.px(kBoxPad + 4), box.y + theme.px(kBoxPad)},
             words_width(theme, box.w), theme.small(), message_style(theme));
  ui.cover(box);
  const Rect close{box.right() - theme.px(kCloseRoom), box.center().y - theme.px(15), theme.px(30),
                   theme.px(30)};
  const bool closed = icon_button(ui, Icon::close, close, false, true, {});
  ui.canvas.set_layer(0);
  return closed;
}

}  // namespace glassformer
