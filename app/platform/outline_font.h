#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/platform/typeface.h"

namespace glassformer {

struct FontGlyph {
  GlyphOutline outline;
  float advance = 0;  // em
};

// A font of these glyphs in Adobe's Compact Font Format, as a PDF embeds it: glyph i has the
// number i + 1, and 0 is an empty one. 1000 units are an em.
std::string outline_font(std::string_view name, const std::vector<FontGlyph>& glyphs);

}  // namespace glassformer
