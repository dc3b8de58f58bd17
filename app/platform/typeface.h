#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/platform/font_files.h"

namespace glassformer {

// The coverage of one glyph, 0 … 255 per pixel, and where it lies from the pen on the baseline.
struct GlyphPicture {
  int left = 0;  // px from the pen to the left edge
  int top = 0;   // px from the baseline up to the top edge
  int width = 0;
  int height = 0;
  std::vector<unsigned char> coverage;  // [height, width]
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
  virtual std::string name() const = 0;  // family and file
};

}  // namespace glassformer
