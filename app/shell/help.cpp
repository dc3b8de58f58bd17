#include "app/shell/help.h"

#include <algorithm>
#include <array>

#include "app/shell/icons.h"
#include "app/widgets/formula.h"
#include "app/widgets/scroll.h"

namespace glassformer {

namespace {

struct KeyHelp {
  std::string_view keys;
  std::string_view what;
};

constexpr std::array kKeys = std::to_array<KeyHelp>({
    {"Space  →  Page Down",
     "next step (a clicker does this too); while a step is still appearing: finish it"},
    {"←  Page Up", "previous step"},
    {"Home  End", "first and last step"},
    {"N  or  Space", "after the last step: the next lesson"},
    {"A", "play and pause"},
    {"1 … 9", "choose a head, or a turn of the loop"},
    {"M", "matrices or lines between tokens"},
    {"F  or  0", "show the whole picture again"},
    {"O", "all options, or only those of this step"},
    {"P", "predict: click cells to hide them until the class has guessed"},
    {"Enter", "type a number into the chosen cell"},
    {"Delete", "restore the chosen cell"},
    {"Ctrl Z   Ctrl Y", "undo, redo"},
    {"Ctrl R", "reset the whole lesson"},
    {"Ctrl O", "open a file or a folder"},
    {"Ctrl L", "type a sentence, or what the stage asks for"},
    {"Tab   Shift Tab",
     "to the next field, button or picture, or back: Enter presses, ← and → choose"},
    {"← → ↑ ↓", "in a picture, from cell to cell; X hides the cell while the class predicts"},
    {"F6", "to the next part of the screen: stage, words, top bar, lessons"},
    {"Ctrl S", "save a picture, a matrix or the session"},
    {"L", "show or hide the lessons"},
    {"/", "search the lessons: ↑ and ↓ choose, Enter opens, Esc leaves"},
    {"T", "light or dark"},
    {"S", "mark the sign of numbers by shape as well as colour"},
    {"V", "motion on or off; off: everything is drawn as it ends"},
    {"F5   F11", "presenter mode, full screen"},
    {"D   H   G", "in presenter mode: pen, spotlight, magnifying glass; gone with the step"},
    {"Ctrl +   Ctrl −", "larger, smaller"},
    {"Ctrl 0", "as large as fits the window"},
    {"Ctrl Q", "quit; the session is kept"},
    {"Esc", "close, or let go of the chosen cell"},
});

}  // namespace

bool draw_help(Ui& ui, std::string_view view_help, Rect whole) {
  const Theme& theme = ui.theme;
  Canvas& canvas = ui.canvas;
  canvas.set_layer(1);
  canvas.fill(whole, (theme.dark ? rgb(0x000000) : rgb(0x20242b)).alpha(0.45F));
  const float row = theme.px(27), pad = theme.px(28);
  const float w = std::min(theme.px(760), whole.w - theme.px(24));
  FormulaStyle style;
  style.size = theme.px(16);
  style.ink = theme.soft_ink;
  const float words =
      draw_prose(ui, view_help, {0, 0}, w - 2 * pad, theme.small(), style, false).height;
  const float h =
      std::min(whole.h - theme.px(16), 2 * pad + theme.px(48) + row * kKeys.size() + words);
  Rect box{whole.center().x - w / 2, whole.center().y - h / 2, w, h};
  canvas.fill(box, theme.page, theme.px(14));
  canvas.frame(box, theme.rule, theme.px(1), theme.px(14));
  ui.cover(whole);
  canvas.push_clip(box);
  Rect rest = box.inset(pad);
  Rect head = rest.take_top(theme.px(36));
  const bool closed = icon_button(ui, Icon::close, head.take_right(theme.px(34)), false, true, {});
  canvas.text_in(head, "Keys", theme.title(), theme.ink);
  rest.take_top(draw_prose(ui, view_help, rest.origin(), rest.w, theme.small(), style).height +
                theme.px(12));
  float& offset = ui.remembered(Ui::id("help keys"));
  const float by = (ui.pressed(Key::down) ? 1.0F : 0.0F) - (ui.pressed(Key::up) ? 1.0F : 0.0F);
  const float pages = (ui.pressed(Key::page_down) || ui.pressed(Key::space) ? 1.0F : 0.0F) -
                      (ui.pressed(Key::page_up) ? 1.0F : 0.0F);
  offset = std::max(0.0F, offset + by * row + pages * (rest.h - row));
  if (ui.pressed(Key::home)) offset = 0;
  if (ui.pressed(Key::end)) offset = row * kKeys.size();
  Scroll scroll(ui, offset, rest, 2 * row);
  Rect page = scroll.page();
  for (const KeyHelp& key : kKeys) {
    Rect line = page.take_top(row);
    canvas.text_in(line.take_left(theme.px(210)), key.keys, {Face::bold, theme.px(14)}, theme.ink);
    canvas.text_in(line, key.what, theme.small(), theme.soft_ink);
  }
  scroll.end(row * kKeys.size(), rest.right() - theme.px(4));
  canvas.pop_clip();
  const bool outside =
      ui.input.down && !box.contains(ui.input.mouse) && ui.touch(Ui::id("help"), whole).pressed;
  canvas.set_layer(0);
  return !closed && !outside;
}

}  // namespace glassformer
