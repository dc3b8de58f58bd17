#include <algorithm>

#include "app/widgets/ui.h"

namespace glassformer {

namespace {

bool is_plain(const KeyPress& press, Key key) {
  return press.key == key && !press.ctrl && !press.alt;
}

}  // namespace

// What the stop where the keyboard is takes for itself runs no shortcut.
void Ui::take_focus_keys() {
  focus_keys_.clear();
  tab_kept_ = false;
  if (input.down && !last_.down) let_go();
  const std::optional<Stop> now = focus_.now();
  if (!now || now->kind == Stop::Kind::text || text_active()) return;
  std::erase_if(input.keys, [&](const KeyPress& press) {
    const bool walks = now->kind == Stop::Kind::walk;
    // Of a picture Space and Enter stay keys of the cell that is chosen.
    const bool presses = !walks && (is_plain(press, Key::space) || is_plain(press, Key::enter));
    const bool chooses = (walks || now->kind == Stop::Kind::choose) &&
                         (is_plain(press, Key::left) || is_plain(press, Key::right));
    const bool rises = walks && (is_plain(press, Key::up) || is_plain(press, Key::down));
    const bool takes = presses || chooses || rises;
    if (takes) focus_keys_.push_back(press.key);
    return takes;
  });
  const auto leaves = [](const KeyPress& press) { return press.key == Key::escape; };
  if (std::ranges::any_of(input.keys, leaves)) let_go();
}

Ui::Pressed Ui::stop(Id id, Rect rect, Stop::Kind kind) {
  const Rect seen = intersect(rect, canvas.clip());
  const bool under = canvas.layer() == 0 && std::ranges::any_of(covers_, [&](const Rect& cover) {
                       return cover.contains(rect.center());
                     });
  if (seen.w <= 0 || seen.h <= 0 || under) return {};
  focus_.add({id, kind, part_});
  Pressed result;
  result.focused = focus_.at() == id;
  if (!result.focused || kind == Stop::Kind::text) return result;
  for (const Key key : focus_keys_) {
    result.by += key == Key::left ? -1 : key == Key::right ? 1 : 0;
    result.down += key == Key::up ? -1 : key == Key::down ? 1 : 0;
    result.pressed = result.pressed || key == Key::space || key == Key::enter;
  }
  if (!focus_keys_.empty()) request_frame();
  const float gap = theme.px(2);
  canvas.frame(rect.inset(-gap), theme.accent, theme.px(2), theme.px(8));
  return result;
}

// Once all that the frame has is known.
void Ui::walk_focus() {
  focus_.end_frame();
  if (tab_kept_) return;
  for (const KeyPress& press : input.keys) {
    if (is_plain(press, Key::tab)) focus_on(focus_.walk(press.shift));
    if (is_plain(press, Key::f6)) focus_on(focus_.next_part(press.shift));
  }
}

void Ui::focus_on(const std::optional<Stop>& stop) {
  if (!stop) return;
  if (stop->kind == Stop::Kind::text) focus_next_ = stop->id;
  request_frame();
}

bool Ui::focus_first_field(int part) {
  const std::optional<Stop> field = focus_.first_text(part);
  if (field) focus_next_ = field->id;
  return field.has_value();
}

}  // namespace glassformer
