#pragma once

#include <optional>
#include <vector>

#include "app/platform/typeface.h"

namespace glassformer {

// The glyphs in use, side by side in one square of coverage bytes that becomes a texture. Glyphs
// are only ever added, so a place stays valid until clear().
class GlyphAtlas {
 public:
  static constexpr int side = 2048;  // px
  struct Place {
    int x = 0;
    int y = 0;
  };

  GlyphAtlas() { clear(); }
  void clear();
  // nullopt: it is full.
  std::optional<Place> add(const GlyphPicture& picture);
  // A pixel of full coverage, so that plain shapes can be drawn from the same texture.
  static constexpr float white() { return 2.0F / side; }
  float used() const { return static_cast<float>(shelf_ + shelf_height_) / side; }  // 0 … 1

  const std::vector<unsigned char>& coverage() {
    make_room();
    return coverage_;
  }
  // The rows changed since the last call: [first, last).
  struct Rows {
    int first = 0;
    int last = 0;
  };
  Rows take_changed();

 private:
  void make_room();

  std::vector<unsigned char> coverage_;  // empty until a glyph is added or the square is asked for
  int shelf_ = 0;                        // top of the row of glyphs being filled
  int shelf_height_ = 0;
  int pen_ = 0;
  Rows changed_;
};

}  // namespace glassformer
