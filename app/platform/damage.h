#pragma once

#include <cstdint>
#include <vector>

#include "app/widgets/canvas.h"

namespace glassformer {

// What of a frame differs from the one before. Between two frames mostly a cell lights up and the
// inspector says something else: a software driver then paints a tenth of the pixels, and a card
// rests.
class Damage {
 public:
  // Boxes of whole pixels, at most `most_boxes`: outside of them `commands` paint what those of the
  // last call painted. All of it the first time, and when its size or background is another.
  // `edited` is where ImGui draws by itself, and may have changed; empty for nowhere.
  std::vector<Rect> of(const std::vector<Command>& commands, Rect whole, Color background,
                       Rect edited);
  void forget() { whole_ = {}; }

  static constexpr std::size_t most_boxes = 4;

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
