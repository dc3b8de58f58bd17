#pragma once

#include <string>

#include "app/widgets/formula.h"
#include "app/widgets/ui.h"
#include "core/grad/explain_text.h"

// The arithmetic of a cell as the inspector sets it. All return the height that they take.
namespace glassformer {

// A formula, as large as the style says if it is not wider than the place; a wide equation goes on
// in a second line, behind its "=", then gets smaller, and at last is broken before an operator.
// `hovered`: the tensor of it that the pointer is on.
float draw_law(Ui& ui, const std::string& formula, Rect place, const FormulaStyle& style,
               std::string* hovered = nullptr);

// All terms: the product, its value and the sum so far; two products beside each other, or more,
// where there are many and there is room. None is cut: a long one has lines of its own.
float draw_terms(Ui& ui, const Tape& tape, const Cell& cell, const Explanation& explanation,
                 Rect place);

// As print has it: "−1.2 × 10⁻⁵", "2 × (−0.5)".
std::string typeset(std::string_view text);

}  // namespace glassformer
