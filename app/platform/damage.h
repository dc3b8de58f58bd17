#pragma once

#include <cstdint>
#include <vector>

#include "app/widgets/canvas.h"

namespace glassformer {

// The parts of a frame that differ from the one before. Usually a cell lights up and the inspector
// shows another number: a software driver then paints a tenth of the pixels, and a card rests.
class Damage {
 public:
  // At most `max_boxes` boxes of whole pixels; outside of them `commands` paint the same as those
  // of the last call. The whole frame the first time, and when its size or background has changed.
  // `edited` is where ImGui draws the text being edited, which may have changed; empty: nowhere.
  std::vector<Rect> of(const std::vector<Command>& commands, Rect whole, Color background,
                       Rect edited);
  void forget() { whole_ = {}; }

  static constexpr std::size_t max_boxes = 4;

 private:
  struct Painted {
    std::uint64_t fingerprint;
    Rect reach;
  };
  std::vector<Painted> before_;
  Rect whole_, edited_;
  Color background_;
};

}  // namespace glassformer
