#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace glassformer {

// What the Tab key can come to: a field, a button, a row of choices, a picture with cells.
struct Stop {
  enum class Kind { text, press, choose, walk };  // choose: ← and → are its own as well; walk: ↑, ↓
  std::uint64_t id = 0;
  Kind kind = Kind::press;
  int part = 0;  // of the screen; F6 goes from part to part
};

// Where the keyboard is among the stops of a frame. They are walked part by part, within a part as
// they are drawn.
class Focus {
 public:
  void add(const Stop& stop) { stops_.push_back(stop); }
  // A frame is over: its stops are those that are walked from now on.
  void end_frame();

  std::uint64_t at() const { return at_; }
  void set(std::uint64_t id) { at_ = id; }
  // That of the last frame where the keyboard is, if it is drawn.
  std::optional<Stop> now() const;
  bool has(std::uint64_t id) const;
  // Goes on by one stop, or to the first of the next part; from nowhere, to the first or the last.
  std::optional<Stop> walk(bool back);
  std::optional<Stop> next_part(bool back);
  std::optional<Stop> first_text(int part) const;

 private:
  std::uint64_t at_ = 0;
  std::vector<Stop> stops_;   // of the frame that is being drawn
  std::vector<Stop> walked_;  // of the last one, by part
};

}  // namespace glassformer
