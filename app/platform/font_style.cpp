#include "app/platform/font_style.h"

#include "app/widgets/code_face.h"

namespace glassformer {

FontStyle font_style(Face face, bool fixed) {
  const bool math = face == Face::math || face == Face::math_upright || face == Face::math_bold;
  FontStyle style;
  style.bold = face == Face::bold || face == Face::math_bold;
  style.italic = face == Face::italic || face == Face::math;
  if (face == code_face) {
    style.families = {"JetBrains Mono",  "Fira Code",      "Source Code Pro",
                      "Cascadia Code",   "Noto Sans Mono", "Ubuntu Mono",
                      "Liberation Mono", "Menlo",          "DejaVu Sans Mono"};
    if (fixed) style.families = {"DejaVu Sans Mono"};
  } else if (fixed) {
    style.families = {math ? "DejaVu Serif" : "DejaVu Sans"};
  } else if (math) {
    style.families = {"STIX Two Text",
                      "STIXGeneral",
                      "STIX",
                      "XITS",
                      "TeX Gyre Termes",
                      "Latin Modern Roman",
                      "Libertinus Serif",
                      "Liberation Serif",
                      "Times New Roman",
                      "DejaVu Serif"};
  } else {
    style.families = {"Inter", "Noto Sans", "Open Sans", "Cantarell", "Roboto", "Liberation Sans"};
  }
  return style;
}

}  // namespace glassformer
