#include "app/platform/input_queue.h"

#include <utf8proc.h>

#include <array>
#include <cmath>
#include <utility>

namespace glassformer {
namespace {

constexpr double double_click_time = 0.4;  // s
constexpr float double_click_reach = 5;    // px at scale 1

bool is_letter(const KeyPress& press) {
  return !press.ctrl && !press.alt && (press.key == Key::space || press.key >= Key::a);
}

}  // namespace

void InputQueue::move(Vec to) {
  last_move_ = to;
  Event event;
  event.at = to;
  events_.push_back(std::move(event));
}

void InputQueue::button(Button which, bool down, double time, float scale) {
  Event event;
  event.kind = Event::Kind::button;
  event.which = which;
  event.down = down;
  if (which == Button::left && down) {
    const Vec moved = last_move_ - last_press_;
    event.double_click = last_press_time_ >= 0 && time - last_press_time_ < double_click_time &&
                         std::hypot(moved.x, moved.y) < double_click_reach * scale;
    last_press_ = last_move_;
    // A third click begins again.
    last_press_time_ = event.double_click ? -1 : time;
  }
  events_.push_back(std::move(event));
}

void InputQueue::wheel(float x, float y) {
  Event event;
  event.kind = Event::Kind::wheel;
  event.at = {x, y};
  events_.push_back(std::move(event));
}

void InputQueue::key(KeyPress press) {
  Event event;
  event.kind = Event::Kind::key;
  event.press = press;
  events_.push_back(std::move(event));
}

void InputQueue::modifiers(bool ctrl, bool shift, bool alt) {
  Event event;
  event.kind = Event::Kind::modifiers;
  event.press = {Key::none, ctrl, shift, alt};
  events_.push_back(std::move(event));
}

void InputQueue::type(char32_t character) {
  std::array<utf8proc_uint8_t, 4> bytes{};
  const auto length = utf8proc_encode_char(static_cast<utf8proc_int32_t>(character), bytes.data());
  Event event;
  event.kind = Event::Kind::text;
  event.text.assign(bytes.begin(), bytes.begin() + length);
  events_.push_back(std::move(event));
}

void InputQueue::drop(std::vector<std::string> files) {
  Event event;
  event.kind = Event::Kind::drop;
  event.files = std::move(files);
  events_.push_back(std::move(event));
}

bool InputQueue::waits(const Event& event, const Taken& taken, const Input& input, bool editing) {
  switch (event.kind) {
    case Event::Kind::move:
    case Event::Kind::wheel:
      return taken.button;  // the press was where the pointer was then
    case Event::Kind::button:
      return taken.button;
    case Event::Kind::key:
      if (editing && is_letter(event.press)) return taken.command;
      return taken.key || !input.typed.empty();
    case Event::Kind::text:
      return taken.command;
    case Event::Kind::modifiers:
      return taken.button || taken.command;
    case Event::Kind::drop:
      return false;
  }
  return false;
}

void InputQueue::apply(Event& event, Input& input) {
  switch (event.kind) {
    case Event::Kind::move:
      input.mouse = event.at;
      break;
    case Event::Kind::wheel:
      input.wheel_x += event.at.x;
      input.wheel += event.at.y;
      break;
    case Event::Kind::button:
      (event.which == Button::left ? input.down : input.right_down) = event.down;
      input.double_click = input.double_click || event.double_click;
      break;
    case Event::Kind::key:
      input.keys.push_back(event.press);
      break;
    case Event::Kind::text:
      input.typed += event.text;
      break;
    case Event::Kind::modifiers:
      input.ctrl = event.press.ctrl;
      input.shift = event.press.shift;
      input.alt = event.press.alt;
      break;
    case Event::Kind::drop:
      for (std::string& file : event.files) input.dropped_files.push_back(std::move(file));
      break;
  }
}

Input InputQueue::take(bool editing) {
  Input input = held_;
  Taken taken;
  while (!events_.empty() && !waits(events_.front(), taken, input, editing)) {
    Event event = std::move(events_.front());
    events_.pop_front();
    apply(event, input);
    taken.button = taken.button || event.kind == Event::Kind::button;
    if (event.kind == Event::Kind::key) {
      taken.key = true;
      taken.command = taken.command || !is_letter(event.press);
    }
  }
  held_.mouse = input.mouse;
  held_.down = input.down;
  held_.right_down = input.right_down;
  held_.ctrl = input.ctrl;
  held_.shift = input.shift;
  held_.alt = input.alt;
  return input;
}

}  // namespace glassformer
