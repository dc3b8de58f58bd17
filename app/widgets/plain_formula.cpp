#include "app/widgets/plain_formula.h"

#include <algorithm>
#include <array>

#include "app/widgets/formula_tree.h"
#include "core/text/unicode.h"

namespace glassformer {

namespace {

using Kind = FormulaNode::Kind;
using Spacing = FormulaNode::Spacing;

std::string plain(const FormulaNode& node);

// Without the rows that hold one thing alone.
const FormulaNode& bare(const FormulaNode& node) {
  const FormulaNode* inner = &node;
  while ((inner->kind == Kind::row || inner->kind == Kind::tensor) && inner->children.size() == 1) {
    inner = &inner->children.front();
  }
  return *inner;
}

// Words keep their blanks, whatever breaks lines.
std::string text_of(const FormulaNode& symbol) {
  std::string text;
  constexpr std::string_view unbroken = "\xC2\xA0";
  for (std::size_t i = 0; i < symbol.text.size(); ++i) {
    const bool blank = std::string_view(symbol.text).substr(i).starts_with(unbroken);
    text += blank ? ' ' : symbol.text[i];
    if (blank) ++i;
  }
  return text;
}

// More than one letter, number or bracket: read wrongly beside a sign that binds it.
bool is_composed(const FormulaNode& node) {
  const FormulaNode& inner = bare(node);
  return inner.kind != Kind::symbol && inner.kind != Kind::delimited && inner.kind != Kind::accent;
}

bool has_operator(const FormulaNode& node) {
  const FormulaNode& inner = bare(node);
  if (inner.kind == Kind::fraction) return true;
  if (inner.kind != Kind::row) return false;
  return std::ranges::any_of(inner.children, [](const FormulaNode& part) {
    return part.kind == Kind::symbol &&
           (part.spacing == Spacing::binary || part.spacing == Spacing::relation);
  });
}

std::string bracketed(const FormulaNode& node, bool needed) {
  return needed ? "(" + plain(node) + ")" : plain(node);
}

bool is_letters(const FormulaNode& node) {
  const FormulaNode& inner = bare(node);
  if (inner.kind == Kind::symbol) return true;
  return inner.kind == Kind::row &&
         std::ranges::all_of(inner.children, [](const FormulaNode& part) {
           return part.kind == Kind::symbol && part.spacing == Spacing::ordinary;
         });
}

bool is_empty(const FormulaNode& node) {
  return node.kind == Kind::row && node.children.empty();
}

// "Ê", where there is such a letter; else "v bar".
std::string accented(const std::string& base, const std::string& accent) {
  constexpr std::array<std::array<std::string_view, 2>, 4> marks{
      {{"hat", "\u0302"}, {"bar", "\u0304"}, {"tilde", "\u0303"}, {"dot", "\u0307"}}};
  const auto mark = std::ranges::find(marks, accent, [](const auto& one) { return one.front(); });
  if (mark != marks.end() && characters(base).size() == 1) {
    std::string letter = composed(base + std::string(mark->back()));
    if (characters(letter).size() == 1) return letter;
  }
  return base + " " + accent;
}

std::string scripted(const FormulaNode& node) {
  std::string out = plain(node.children.at(0));
  const FormulaNode &below = node.children.at(1), &above = node.children.at(2);
  if (!is_empty(below)) out += "_" + bracketed(below, !is_letters(below));
  if (!is_empty(above)) out += "^" + bracketed(above, is_composed(above));
  return out;
}

// Whether a sum, a function's name or the like stands before what it is of.
bool is_operation(const FormulaNode& node) {
  const FormulaNode& base = node.kind == Kind::scripts ? bare(node.children.at(0)) : bare(node);
  return base.spacing == Spacing::operation;
}

bool is_symbol(const FormulaNode& node, Spacing spacing) {
  const FormulaNode& inner = bare(node);
  return inner.kind == Kind::symbol && inner.spacing == spacing;
}

// "then", "softmax": more than a letter or a number.
bool is_word(const FormulaNode& node) {
  const FormulaNode& inner = bare(node);
  if (inner.kind != Kind::symbol || inner.spacing != Spacing::ordinary) return false;
  const std::string text = text_of(inner);
  const auto letter = [](char c) {
    return c == ' ' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  };
  return text.size() > 2 && std::ranges::all_of(text, letter);
}

bool opens(const FormulaNode& node) {
  return bare(node).kind == Kind::delimited || is_symbol(node, Spacing::opening);
}

// What stands between two neighbours: where one ends in an index, or one is a word, they would read
// as one.
bool apart(const FormulaNode& left, const FormulaNode& right) {
  const FormulaNode& base = right.kind == Kind::scripts ? right.children.at(0) : right;
  if (is_symbol(base, Spacing::closing) || is_symbol(base, Spacing::punctuation)) return false;
  if (plain(right).starts_with(',')) return false;
  if (is_symbol(left, Spacing::opening)) return false;
  if (is_symbol(left, Spacing::punctuation)) return true;
  if (is_operation(left)) return left.kind == Kind::scripts || !opens(right);
  if (is_operation(right) || is_symbol(left, Spacing::closing)) return true;
  if (left.kind == Kind::scripts) return !opens(right);
  if (is_word(left)) return !opens(right);
  return is_word(right) || right.kind == Kind::scripts || right.kind == Kind::fraction ||
         left.kind == Kind::fraction;
}

std::string row_of(const std::vector<FormulaNode>& parts) {
  std::string out;
  bool sign_before = true;  // then a minus belongs to what follows
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const FormulaNode& part = parts[i];
    const bool relation = is_symbol(part, Spacing::relation);
    const bool sign = is_symbol(part, Spacing::binary);
    if (relation || (sign && !sign_before)) {
      out += " " + plain(part) + " ";
    } else {
      const bool after_sign = i > 0 && (is_symbol(parts[i - 1], Spacing::binary) ||
                                        is_symbol(parts[i - 1], Spacing::relation));
      if (i > 0 && !after_sign && apart(parts[i - 1], part)) out += ' ';
      const bool alone = i > 0 && i + 1 < parts.size() &&
                         is_symbol(parts[i - 1], Spacing::opening) &&
                         is_symbol(parts[i + 1], Spacing::closing);
      out += bracketed(part, part.kind == Kind::fraction && parts.size() > 1 && !alone);
    }
    if (part.kind != Kind::space)
      sign_before = relation || sign || is_symbol(part, Spacing::opening) ||
                    is_symbol(part, Spacing::punctuation) || is_word(part);
  }
  return out;
}

std::string plain(const FormulaNode& node) {
  switch (node.kind) {
    case Kind::row:
      return row_of(node.children);
    case Kind::symbol:
      return text_of(node);
    case Kind::space:
      return node.width > 0.15F ? " " : "";
    case Kind::scripts:
      return scripted(node);
    case Kind::fraction:
      return bracketed(node.children.at(0), has_operator(node.children.at(0))) + " / " +
             bracketed(node.children.at(1), has_operator(node.children.at(1)));
    case Kind::root:
      return "√" + bracketed(node.children.at(0), is_composed(node.children.at(0)));
    case Kind::delimited:
      return (node.text == "." ? "" : node.text) + plain(node.children.at(0)) +
             (node.closing == "." ? "" : node.closing);
    case Kind::accent:
      return accented(plain(node.children.at(0)), node.text);
    case Kind::tensor:
      return plain(node.children.at(0));
  }
  return {};
}

}  // namespace

std::string plain_formula(std::string_view markup) {
  const ParsedFormula parsed = parse_formula(markup);
  if (!parsed.error.empty()) return std::string(markup);
  std::string out = plain(parsed.tree), spaced;
  for (const char c : out) {  // one blank between any two
    if (c != ' ' || !spaced.ends_with(' ')) spaced += c;
  }
  while (spaced.ends_with(' ')) spaced.pop_back();
  return spaced;
}

std::string transposed_markup(const std::string& markup) {
  const ParsedFormula parsed = parse_formula(markup);
  const FormulaNode& inner = bare(parsed.tree);
  const bool raised = inner.kind == Kind::scripts && !is_empty(inner.children.at(2));
  const bool bound = raised || (inner.kind == Kind::row && inner.children.size() > 1);
  return (bound ? "(" + markup + ")" : markup) + "^{\\top}";
}

}  // namespace glassformer
