#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/widgets/canvas.h"
#include "app/widgets/drawn_cells.h"
#include "app/widgets/focus.h"
#include "app/widgets/theme.h"

namespace glassformer {

enum class Key {
  none,
  left,
  right,
  up,
  down,
  home,
  end,
  page_up,
  page_down,
  space,
  enter,
  escape,
  backspace,
  del,
  tab,
  f1,
  f5,
  f6,
  f11,
  a,
  b,
  c,
  d,
  e,
  f,
  g,
  h,
  i,
  j,
  k,
  l,
  m,
  n,
  o,
  p,
  q,
  r,
  s,
  t,
  u,
  v,
  w,
  x,
  y,
  z,
  d0,
  d1,
  d2,
  d3,
  d4,
  d5,
  d6,
  d7,
  d8,
  d9,
  plus,
  minus,
  question,
  slash,
};

struct KeyPress {
  Key key = Key::none;
  bool ctrl = false;
  bool shift = false;
  bool alt = false;
};

// What the user did since the last frame, whoever delivers it: GLFW, or a test.
struct Input {
  Vec mouse{-1, -1};
  bool down = false;  // left button now
  bool right_down = false;
  bool double_click = false;
  float wheel = 0;  // notches, up is positive
  float wheel_x = 0;
  bool ctrl = false;
  bool shift = false;
  bool alt = false;
  std::vector<KeyPress> keys;
  std::string typed;  // UTF-8
  std::vector<std::string> dropped_files;
  double time = 0;     // seconds; the clock of every animation
  bool still = false;  // a picture, not a film: everything is drawn as it ends
};

// What happened to one region of the screen in this frame.
struct Touch {
  bool hovered = false;
  bool pressed = false;  // the button went down here now
  bool held = false;     // it went down here and is still down
  bool clicked = false;  // it went down and up here
  bool double_clicked = false;
  bool right_clicked = false;
  Vec drag;  // movement since the last frame while held
};

// Immediate-mode input over a Canvas. A widget is a function: it draws, asks for the touch of its
// rectangle, and returns what the user did. What lasts from frame to frame is kept here by id.
class Ui {
 public:
  Ui(Canvas& canvas, Theme theme) : canvas(canvas), theme(theme) {}
  Canvas& canvas;
  Theme theme;
  Input input;
  CellRegistry drawn;  // in this frame, so far

  void begin(const Input& now, Rect whole);
  void end();

  using Id = std::uint64_t;
  static Id id(std::string_view name, std::uint64_t salt = 0);
  Touch touch(Id id, Rect rect);
  // The pointer is over the visible part of the rect, which no menu or dialog covers.
  bool hovering(Rect rect) const;
  // Everything under a menu or dialog stops being touched, from the next frame on.
  void cover(Rect rect);
  bool pressed(Key key, bool ctrl = false, bool shift = false) const;  // not while a text is edited
  bool has_key(Key key) const;  // also while a text is edited, whatever else is held
  bool text_active() const { return text_id_ != 0; }

  // The keyboard among the controls: Tab and Shift Tab go from one to the next, F6 from one part of
  // the screen to the next. Space and Enter press the one where it is, ← and → choose, on a picture
  // all four arrows go from cell to cell, Escape and a click let go of it.
  struct Pressed {
    bool focused = false;
    bool pressed = false;
    int by = 0;    // ← −1, → +1
    int down = 0;  // ↑ −1, ↓ +1
  };
  Pressed stop(Id id, Rect rect, Stop::Kind kind = Stop::Kind::press);
  void part(int number) { part_ = number; }  // what is drawn from now on belongs to it
  bool focused() const { return focus_.at() != 0; }
  void let_go() { focus_.set(0); }
  void keep_tab() { tab_kept_ = true; }  // whoever edits uses that key himself in this frame
  bool has_field(std::string_view name) const { return focus_.has(id(name, kField)); }
  bool focus_first_field(int part);  // of those drawn last in this part; false: it has none

  float dt() const { return dt_; }
  // A value that moves to the target in about `seconds`, and asks for frames until it is there. The
  // first time it is the target.
  float animate(Id id, float target, float seconds = 0.18F);
  void request_frame() { wants_frame_ = true; }  // something moves: draw again at once
  bool wants_frame() const { return wants_frame_; }
  float& remembered(Id id, float initial = 0) {
    return memory_.try_emplace(id, initial).first->second;
  }

  // Controls (controls.cpp). All 36 px high at scale 1 unless the rect says otherwise.
  bool button(std::string_view label, Rect rect, bool on = false, std::string_view tip = {});
  // Each part may have a tip; `off` is grey and cannot be chosen.
  int segments(std::string_view name, const std::vector<std::string>& labels, int chosen, Rect rect,
               const std::vector<std::string>& tips = {}, int off = -1);
  bool slider(std::string_view name, double& value, double min, double max, bool integer,
              Rect rect);
  // The switch stands at the left of the rect, 34 px wide; the caller writes beside it.
  bool toggle(std::string_view name, bool& on, Rect rect);
  void tip(std::string_view text);  // beside the pointer
  void tip_below(std::string_view text, Rect rect);
  // A line of text that the user edits. True when it was changed and confirmed (Enter or focus
  // left). `live` also reports each keystroke.
  bool text_field(std::string_view name, std::string& text, Rect rect, std::string_view hint = {},
                  bool live = false);
  void focus_text(std::string_view name);   // the next text_field of that name takes the keyboard
  bool edits(std::string_view name) const;  // that field has the keyboard, or takes it next

 private:
  static constexpr std::uint64_t kField = 0x7e;
  void tell_cut();
  void take_focus_keys();
  void walk_focus();
  void focus_on(const std::optional<Stop>& stop);
  void draw_tip(std::string_view text, Rect place);
  Id active_ = 0;
  Id text_id_ = 0;
  Id focus_next_ = 0;
  bool text_seen_ = false;  // the edited field was drawn in this frame
  std::string editing_;
  Input last_;
  float dt_ = 0;
  bool wants_frame_ = false;
  Focus focus_;
  std::vector<Key> focus_keys_;  // for the stop where the keyboard is
  int part_ = 0;
  bool tab_kept_ = false;
  std::vector<Rect> covers_;
  std::vector<Rect> next_covers_;
  std::map<Id, float> memory_;
  std::map<Id, std::string> texts_;
};

}  // namespace glassformer
