#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "app/platform/fonts.h"

namespace glassformer {

constexpr int quarters = 4;  // places within a pixel

struct AtlasFonts::Chain {
  std::vector<Typeface*> typefaces;  // never empty unless nothing can be opened at all
  bool bold = false;
};

struct AtlasFonts::Glyph {
  struct Picture {
    bool made = false;
    int left = 0, top = 0, width = 0, height = 0;
    GlyphAtlas::Place place;
  };
  Typeface* typeface = nullptr;  // nullptr: draws nothing
  unsigned index = 0;
  float advance = 0;      // px
  float offset = 0;       // px, from the pen to the glyph's own origin
  ScriptTag lacking = 0;  // the script that no font here has, where a mark stands for its letter
  ColorPicture color;     // of an emoji
  std::array<Picture, quarters> pictures;
};

// A line whose letters depend on one another, shaped once.
struct AtlasFonts::Line {
  struct Placed {
    Glyph* glyph = nullptr;  // of the strike
    float x = 0;             // px from the left end of the line to the pen
    float up = 0;            // px above the baseline
    std::u32string meaning;  // the characters that it draws, unless the one before it does
  };
  float width = 0;
  std::vector<Placed> glyphs;  // from left to right
  std::vector<ScriptTag> lacking;
};

struct AtlasFonts::Strike {
  Type type;
  float ascent = 0;
  float line = 0;
  float digit = 0;  // advance of every figure, Face::number only
  std::vector<std::unique_ptr<Glyph>> latin = std::vector<std::unique_ptr<Glyph>>(0x250);
  std::unordered_map<char32_t, Glyph> others;
  std::map<std::pair<const Typeface*, unsigned>, Glyph> shaped;  // by their number in the font
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>{}(text);
    }
  };
  std::unordered_map<std::string, Line, Hash, std::equal_to<>> lines;
};

}  // namespace glassformer
