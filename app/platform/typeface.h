#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/platform/font_files.h"
#include "app/platform/scripts.h"
#include "app/widgets/canvas.h"

namespace glassformer {

// The coverage of one glyph, 0 … 255 per pixel, and where it lies from the pen on the baseline.
struct GlyphPicture {
  int left = 0;  // px from the pen to the left edge
  int top = 0;   // px from the baseline up to the top edge
  int width = 0;
  int height = 0;
  std::vector<unsigned char> coverage;  // [height, width]
};

// A glyph of a line that was shaped, in em, in the order of the line from left to right.
struct ShapedGlyph {
  unsigned index = 0;
  float advance = 0;
  float right = 0;  // from the pen to the glyph's own origin
  float up = 0;
  std::size_t cluster = 0;  // the first of the characters that it draws, in the line
};

// A part of a line in one script and one direction.
struct Stretch {
  std::u32string_view line;
  std::size_t from = 0, to = 0;  // of its characters
  ScriptTag script = 0;
  bool from_right = false;
};

// A glyph in colour, with its place from the pen on the baseline, px.
struct ColorPicture {
  int left = 0;
  int top = 0;  // from the baseline up
  ImagePtr image;
};

// The shape of a glyph, in em from the pen on the baseline, y upwards.
struct GlyphOutline {
  enum class Kind { move, line, curve };
  struct Part {
    Kind kind = Kind::move;
    Vec to;
    Vec c1 = {}, c2 = {};  // of a curve: the points that bend it
  };
  std::vector<Part> parts;
};

// One open font file. Lengths are in em: multiply by the size in px.
class Typeface {
 public:
  // A style that the file lacks is synthesised: its outlines are slanted or emboldened. nullptr:
  // the file cannot be read.
  static std::unique_ptr<Typeface> open(const FontFile& file, bool bold, bool italic);
  // The font inside ImGui, for a system without any: Latin only, but there.
  static std::unique_ptr<Typeface> built_in();
  virtual ~Typeface() = default;

  virtual unsigned glyph(char32_t character) const = 0;  // 0: it has none
  virtual float advance(unsigned glyph) const = 0;
  virtual float ascent() const = 0;
  virtual float descent() const = 0;  // below the baseline, positive
  // `shift` moves the glyph right by a fraction of a pixel, 0 … 1.
  virtual GlyphPicture draw(unsigned glyph, float size, float shift) = 0;
  virtual GlyphOutline outline(unsigned glyph) = 0;
  virtual std::string name() const = 0;  // family and file
  // Whether its maker allows that a document carries some of its outlines as a font.
  virtual bool may_be_embedded() const = 0;
  // Which glyphs draw the stretch, and where: letters joined, marks set, all in their places.
  virtual std::vector<ShapedGlyph> shape(const Stretch& stretch) = 0;
  // Nothing in a font without colours.
  virtual ColorPicture draw_in_color(unsigned glyph, float size) = 0;
};

// A glyph in its place on a canvas.
struct PlacedGlyph {
  Typeface* typeface = nullptr;
  unsigned index = 0;
  float size = 0;          // px
  Vec pen;                 // on the baseline
  float offset = 0;        // em, from the pen to the glyph's own origin
  float advance = 0;       // em
  ColorPicture color;      // instead of an outline, where there is one
  std::u32string meaning;  // the characters that it draws; none: the glyph before stands for them
};

}  // namespace glassformer
