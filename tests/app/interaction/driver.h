#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/shell/app.h"

namespace glassformer::testing {

// The real program in memory, and the hands of a user: what a test clicks and types goes the way
// that a window's events go. The clock moves only when a frame is drawn. Frames are still unless
// `moving` is set: each shows what the user would see after a moment.
class Driver {
 public:
  struct Options {
    int width = 1600;
    int height = 1000;
    Settings settings = {};
    bool painted = false;  // false: commands are worked out, but no pixel is drawn
    // Every frame is painted a second time, whole, and must be the same.
    bool checked = false;
  };
  explicit Driver(std::string_view lesson) : Driver(lesson, Options{}) {}
  Driver(std::string_view lesson, const Options& options);

  App& app() { return *app_; }
  Session& session() { return app_->session(); }
  FrameTarget& target() { return *target_; }
  float scale() const { return app_->canvas().scale(); }

  bool moving = false;
  double time = 10;

  void frame(double seconds = 1.0 / 60);  // one, with the mouse where it is
  void rest();                            // until nothing moves any more
  void move(Vec to);
  void click(Vec at);
  void double_click(Vec at);
  void press_at(Vec at);  // the button goes down and stays down …
  void drag_by(Vec by);   // … moves …
  void release();         // … and goes up
  void wheel(Vec at, float notches);
  void press(Key key, bool ctrl = false, bool shift = false);
  void strike(Key key, bool ctrl = false);  // one frame: what follows comes at once
  void type(std::string_view text);         // a character a frame
  void drop(const std::string& file);

  // What is on screen, seen by the user: not clipped away, not under a menu's layer only.
  std::vector<const Command*> texts() const;
  bool shows(std::string_view text) const;       // one piece of text is exactly this
  bool shows_part(std::string_view text) const;  // one piece of text holds this
  bool says(std::string_view words) const;       // these in a row, as prose has them: each a piece
  // The middle of it, where it stands already or once all options are shown; fails the test if it
  // is absent.
  Vec where(std::string_view text);
  Vec where_in(std::string_view text, Rect area);
  std::string text_at(Vec place) const;  // topmost; empty if there is none
  // The number printed there, as a number; nan if there is none.
  double number_at(Vec place) const;
  // Goes to the first step that is about this matrix.
  void go_to(std::string_view path);
  void go_to_step(std::string_view title);
  // Where the cell of a matrix is drawn: moves the pointer over the numbers that could be it. What
  // is not on the stage of the step is looked for in the whole picture.
  Vec find_cell(const std::string& path, int row, int col);

  double value(const std::string& path, int row, int col);
  // Parts of the screen.
  Rect side() const;    // words and inspector
  Rect bottom() const;  // timeline

 private:
  std::unique_ptr<FrameTarget> target_;
  std::unique_ptr<App> app_;
  Input input_;
};

// How many of them are exactly this.
inline std::ptrdiff_t number_of(const std::vector<const Command*>& texts, std::string_view wanted) {
  return std::count_if(texts.begin(), texts.end(),
                       [&](const Command* text) { return text->text == wanted; });
}

}  // namespace glassformer::testing
