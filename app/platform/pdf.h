#pragma once

#include <string>

#include "app/platform/target.h"

namespace glassformer {

// The commands of a canvas as a PDF document of one page, which is as large in points as the
// canvas is in px. Text stays text, in the fonts that the canvas is drawn with: of these, the
// glyphs that are used are embedded.
std::string to_pdf(const Canvas& canvas, const Fonts& fonts, Color background);

}  // namespace glassformer
