#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/widgets/formula.h"
#include "app/widgets/formula_tree.h"

namespace glassformer {

// One mark of a laid out formula. Positions are px from the left end of the baseline, y downwards.
struct FormulaMark {
  enum class Kind { text, bar, stroke, curve };
  Kind kind = Kind::text;
  std::vector<Vec> points;  // text: the top left of its line; stroke: n; curve: 4 of a bezier
  Rect rect;                // bar
  std::string text;
  Type type;
  float thickness = 1;
  int tensor = -1;  // innermost tensor it belongs to, an index of FormulaBox::tensors
};

// A formula, or a part of one, that knows its size.
struct FormulaBox {
  float width = 0;
  float ascent = 0;   // above the baseline
  float descent = 0;  // below it
  std::vector<FormulaMark> marks;
  struct Tensor {
    std::string path;
    Rect rect;
  };
  std::vector<Tensor> tensors;  // outer before inner

  void add(FormulaBox box, Vec at);  // its origin comes to lie at `at`
};

// Of a formula that stands alone, sums carry their limits above and below and fractions are of full
// size; in a line of words they are kept low.
enum class FormulaSetting { alone, in_line };

// `size` px is brought to the nearest size of the type scale, and no script is smaller than its
// smallest.
FormulaBox layout_formula(const Canvas& canvas, const FormulaNode& tree, float size,
                          FormulaSetting setting);

// Parsed and laid out; what was parsed before comes from a small cache. Markup that cannot be
// parsed is laid out as it was written.
FormulaBox layout_markup(const Canvas& canvas, std::string_view markup, float size,
                         FormulaSetting setting);
// Draws with the left end of the baseline at `at`; returns the path under the pointer, or "".
std::string paint_formula(Ui& ui, const FormulaBox& box, Vec at, const FormulaStyle& style);

// Brackets and accents that grow with what they enclose; formula_shapes.cpp.
// `top` and `bottom` are the height they must span, em the size of the letters.
FormulaBox grown_bracket(std::string_view bracket, float top, float bottom, float em);
FormulaBox accent_shape(std::string_view name, float width, float em);
FormulaBox root_shape(float width, float top, float bottom, float em);

}  // namespace glassformer
