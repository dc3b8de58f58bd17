#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace glassformer {

// What a formula says, before anything is measured. See formula.h for the markup.
struct FormulaNode {
  enum class Kind {
    row,        // children side by side
    symbol,     // text: one letter, a number, a word or an operator
    space,      // `width` em
    scripts,    // children: base, subscript, superscript; an absent one is an empty row
    fraction,   // children: numerator, denominator
    root,       // children: the radicand, and its degree if there is one
    delimited,  // text and closing around the one child; both grow with it; "." is none
    accent,     // text: "hat", "bar", "tilde", "vec" or "dot" over the one child
    tensor,     // text: path; the one child takes its colour
  };
  // The classes of TeX: they decide the space between neighbours.
  enum class Spacing { ordinary, operation, binary, relation, opening, closing, punctuation };
  enum class Letter { italic, roman, bold };

  Kind kind = Kind::row;
  Spacing spacing = Spacing::ordinary;
  Letter letter = Letter::roman;
  bool limits = false;  // scripts stand above and below: sums, max
  bool large = false;   // a sum or product sign
  float width = 0;
  std::string text;
  std::string closing;
  std::vector<FormulaNode> children;
};

struct ParsedFormula {
  FormulaNode tree;
  std::string error;  // empty: the markup could be read
};

// Never throws, whatever the markup: it may come from a lesson that a stranger wrote. What is
// longer or more deeply nested than any formula is an error like any other.
ParsedFormula parse_formula(std::string_view markup);

// A command that stands for one symbol: "\alpha", "\le". Null if there is none of that name.
const FormulaNode* formula_symbol(std::string_view name);
// A character that is neither a letter nor a digit, with the spacing of its class: "−" for "-".
FormulaNode formula_character(std::string_view utf8);

}  // namespace glassformer
