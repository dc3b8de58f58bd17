#pragma once

#include <deque>
#include <string>
#include <vector>

#include "app/widgets/ui.h"

namespace glassformer {

// Collects the events of a window system and hands them out frame by frame. One Input cannot say
// that a button went down and up again, or that Left came before a letter; so an event that would
// lose its order waits for the next frame, and a slow frame misses nothing.
class InputQueue {
 public:
  void move(Vec to);
  enum class Button { left, right };
  void button(Button which, bool down, double time, float scale);
  void wheel(float x, float y);
  void key(KeyPress press);
  void modifiers(bool ctrl, bool shift, bool alt);
  void type(char32_t character);
  void drop(std::vector<std::string> files);

  bool empty() const { return events_.empty(); }
  // `editing`: a line of text has the keyboard, so letters may come together.
  Input take(bool editing);

 private:
  struct Event {
    enum class Kind { move, button, wheel, key, modifiers, text, drop };
    Kind kind = Kind::move;
    Vec at;
    Button which = Button::left;
    bool down = false;
    bool double_click = false;
    KeyPress press;
    std::string text;
    std::vector<std::string> files;
  };
  struct Taken {
    bool button = false;
    bool key = false;
    bool command = false;  // a key that is no letter
  };
  static bool waits(const Event& event, const Taken& taken, const Input& input, bool editing);
  void apply(Event& event, Input& input);

  std::deque<Event> events_;
  Input held_;  // what lasts: the pointer, buttons, modifiers
  Vec last_move_;
  Vec last_press_;
  double last_press_time_ = -1;
};

}  // namespace glassformer
