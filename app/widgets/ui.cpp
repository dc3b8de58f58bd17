#include "app/widgets/ui.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/motion.h"
#include "core/tensor/rng.h"

namespace glassformer {

void Ui::begin(const Input& now, Rect whole) {
  dt_ = static_cast<float>(std::clamp(now.time - last_.time, 0.0, 0.1));
  input = now;
  wants_frame_ = false;
  covers_ = std::move(next_covers_);
  next_covers_.clear();
  part_ = 0;
  drawn.clear();
  take_focus_keys();
  canvas.set_scale(theme.scale);
  canvas.begin(whole);
}

void Ui::end() {
  tell_cut();
  if (!input.down) active_ = 0;
  if (!text_seen_) text_id_ = 0;  // its field is gone: the keyboard is free again
  text_seen_ = false;
  walk_focus();
  last_ = input;
}

// The whole of a long word that is touched where it was cut.
void Ui::tell_cut() {
  const auto touched = [&](const Canvas::Cut& cut) {
    canvas.set_layer(cut.layer);
    return hovering(cut.rect);
  };
  const auto& cuts = canvas.cuts();
  const auto found = std::find_if(cuts.rbegin(), cuts.rend(), touched);
  canvas.set_layer(0);
  if (found != cuts.rend()) tip(found->whole);
}

Ui::Id Ui::id(std::string_view name, std::uint64_t salt) {
  const Id id = hash(name) ^ (salt * 0x9e3779b97f4a7c15ULL);
  return id == 0 ? 1 : id;
}

bool Ui::hovering(Rect rect) const {
  if (!intersect(rect, canvas.clip()).contains(input.mouse)) return false;
  if (canvas.layer() > 0) return true;
  return std::none_of(covers_.begin(), covers_.end(),
                      [this](const Rect& cover) { return cover.contains(input.mouse); });
}

Touch Ui::touch(Id id, Rect rect) {
  Touch touch;
  const bool inside = hovering(rect);
  touch.hovered = inside && (active_ == 0 || active_ == id);
  if (touch.hovered && input.down && !last_.down && active_ == 0) {
    active_ = id;
    touch.pressed = true;
    touch.double_clicked = input.double_click;
  }
  if (active_ == id) {
    touch.held = input.down;
    touch.drag = input.mouse - last_.mouse;
    touch.clicked = !input.down && last_.down && inside;
  }
  touch.right_clicked = touch.hovered && input.right_down && !last_.right_down;
  return touch;
}

void Ui::cover(Rect rect) {
  next_covers_.push_back(rect);
}

bool Ui::pressed(Key key, bool ctrl, bool shift) const {
  // A line has no pages: a clicker turns those of the lesson while somebody types.
  const bool pages = key == Key::page_down || key == Key::page_up;
  if (text_active() && !pages) return false;
  return std::any_of(input.keys.begin(), input.keys.end(), [&](const KeyPress& k) {
    return k.key == key && k.ctrl == ctrl && k.shift == shift && !k.alt;
  });
}

bool Ui::has_key(Key key) const {
  return std::ranges::any_of(input.keys, [key](const KeyPress& k) { return k.key == key; });
}

float Ui::animate(Id id, float target, float seconds) {
  const auto [entry, first] = memory_.try_emplace(id, target);
  float& now = entry->second;
  if (first || !moves(*this) || seconds <= 0) {
    now = target;
    return now;
  }
  // Approaches exponentially: after `seconds` a twentieth of the way is left.
  const float step = 1 - std::exp(-3 * dt_ / seconds);
  now += (target - now) * step;
  if (std::abs(target - now) < 0.002F * std::max(1.0F, std::abs(target))) {
    now = target;
  } else {
    request_frame();
  }
  return now;
}

}  // namespace glassformer
