#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "app/widgets/ui.h"

namespace glassformer {

// Formulas in a subset of LaTeX: x_{i}  x^{2}  \frac{a}{b}  \sqrt{x}  \sum_{j}^{n}  \mathbf{X}
// \mathrm{softmax}  \text{…}  \left( \right)  \cdot \times \circ \infty \alpha … \Omega  \le \ge
// \ne \to \in \top \|  \hat{x} \bar{x}, and one command of our own: \tensor{path}{…} draws its
// second argument in the colour of that tensor and links the two: touch one and the other lights
// up. A formula that cannot be parsed is drawn as it was written.
struct FormulaStyle {
  float size = 18;  // px of the frame
  Color ink;
  std::function<Color(std::string_view path)> tensor_color;  // may be empty
  std::string lit;                                           // path to light
};
struct FormulaTouch {
  std::string hovered;  // path under the pointer, or empty
};
Vec formula_size(const Canvas& canvas, std::string_view markup, float size);
float formula_baseline(const Canvas& canvas, std::string_view markup, float size);  // from the top
FormulaTouch draw_formula(Ui& ui, std::string_view markup, Vec at, const FormulaStyle& style);
// True if the markup can be drawn as meant; otherwise `error` says what is wrong and where.
bool check_formula(std::string_view markup, std::string* error);

// Words broken into lines of at most `width`, with formulas between $ … $ in the line. Returns the
// height; with draw = false only measures.
struct ProseTouch {
  float height = 0;
  std::string hovered;
};
ProseTouch draw_prose(Ui& ui, std::string_view text, Vec at, float width, Type type,
                      const FormulaStyle& style, bool draw = true);

}  // namespace glassformer
