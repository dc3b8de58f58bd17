#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "app/platform/pdf_objects.h"
#include "app/platform/typeface.h"

namespace glassformer {

// The fonts of a PDF document: of each typeface the glyphs that are drawn, and which characters
// these mean, so that the text can be searched and copied.
class PdfFonts {
 public:
  struct Shown {
    int font = 0;       // "/F3"
    int number = 0;     // of the glyph in that font
    float advance = 0;  // em
  };
  Shown show(const PlacedGlyph& glyph);
  // Adds the fonts and returns the entries of the page's dictionary of fonts.
  std::string add_to(PdfObjects& objects) const;

 private:
  struct Used {
    unsigned index = 0;
    long offset = 0,
         advance = 0;  // thousandths of an em: figures of one width have more than theirs
    std::u32string meaning;
    auto operator<=>(const Used&) const = default;
  };
  struct Font {
    Typeface* typeface = nullptr;
    std::map<Used, int> numbers;
    std::vector<Used> glyphs;  // the first has the number 1
  };
  static int add_font(PdfObjects& objects, const Font& font, int place);
  std::vector<Font> fonts_;
};

}  // namespace glassformer
