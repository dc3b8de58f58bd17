#include <map>
#include <string>

#include "app/widgets/formula_tree.h"

namespace glassformer {

namespace {

using Spacing = FormulaNode::Spacing;
using Letter = FormulaNode::Letter;

FormulaNode symbol(std::string text, Spacing spacing, Letter letter = Letter::roman) {
  FormulaNode node;
  node.kind = FormulaNode::Kind::symbol;
  node.text = std::move(text);
  node.spacing = spacing;
  node.letter = letter;
  return node;
}

FormulaNode space(float em) {
  FormulaNode node;
  node.kind = FormulaNode::Kind::space;
  node.width = em;
  return node;
}

FormulaNode limited(FormulaNode node, bool large) {
  node.limits = true;
  node.large = large;
  return node;
}

using Table = std::map<std::string, FormulaNode, std::less<>>;

void add_greek(Table& table) {
  const std::pair<const char*, const char*> small[] = {
      {"alpha", "α"},      {"beta", "β"},   {"gamma", "γ"}, {"delta", "δ"}, {"epsilon", "ε"},
      {"varepsilon", "ε"}, {"zeta", "ζ"},   {"eta", "η"},   {"theta", "θ"}, {"iota", "ι"},
      {"kappa", "κ"},      {"lambda", "λ"}, {"mu", "μ"},    {"nu", "ν"},    {"xi", "ξ"},
      {"pi", "π"},         {"rho", "ρ"},    {"sigma", "σ"}, {"tau", "τ"},   {"upsilon", "υ"},
      {"phi", "φ"},        {"varphi", "φ"}, {"chi", "χ"},   {"psi", "ψ"},   {"omega", "ω"}};
  for (const auto& [name, text] : small) {
    table[name] = symbol(text, Spacing::ordinary, Letter::italic);
  }
  const std::pair<const char*, const char*> capital[] = {
      {"Gamma", "Γ"}, {"Delta", "Δ"}, {"Theta", "Θ"},   {"Lambda", "Λ"}, {"Xi", "Ξ"},   {"Pi", "Π"},
      {"Sigma", "Σ"}, {"Phi", "Φ"},   {"Upsilon", "Υ"}, {"Psi", "Ψ"},    {"Omega", "Ω"}};
  for (const auto& [name, text] : capital) table[name] = symbol(text, Spacing::ordinary);
}

void add_operators(Table& table) {
  const std::pair<const char*, const char*> binary[] = {
      {"cdot", "·"}, {"times", "×"}, {"circ", "∘"},    {"pm", "±"},   {"mp", "∓"},
      {"ast", "∗"},  {"oplus", "⊕"}, {"otimes", "⊗"},  {"odot", "⊙"}, {"div", "÷"},
      {"cup", "∪"},  {"cap", "∩"},   {"setminus", "∖"}};
  for (const auto& [name, text] : binary) table[name] = symbol(text, Spacing::binary);
  const std::pair<const char*, const char*> relation[] = {
      {"le", "≤"},         {"leq", "≤"},       {"ge", "≥"},         {"geq", "≥"},
      {"ne", "≠"},         {"neq", "≠"},       {"to", "→"},         {"gets", "←"},
      {"rightarrow", "→"}, {"leftarrow", "←"}, {"Rightarrow", "⇒"}, {"mapsto", "↦"},
      {"uparrow", "↑"},    {"downarrow", "↓"}, {"in", "∈"},         {"notin", "∉"},
      {"sim", "∼"},        {"approx", "≈"},    {"equiv", "≡"},      {"propto", "∝"},
      {"ll", "≪"},         {"gg", "≫"},        {"mid", "|"},        {"subset", "⊂"},
      {"colon", ":"}};
  for (const auto& [name, text] : relation) table[name] = symbol(text, Spacing::relation);
  const std::pair<const char*, const char*> ordinary[] = {
      {"infty", "∞"}, {"top", "⊤"},  {"partial", "∂"}, {"nabla", "∇"},  {"ell", "ℓ"},
      {"ldots", "…"}, {"dots", "…"}, {"cdots", "⋯"},   {"forall", "∀"}, {"exists", "∃"},
      {"prime", "′"}, {"|", "‖"},    {"Vert", "‖"},    {"vert", "|"},   {"%", "%"},
      {"_", "_"},     {"#", "#"},    {"$", "$"},       {"&", "&"},      {"emptyset", "∅"}};
  for (const auto& [name, text] : ordinary) table[name] = symbol(text, Spacing::ordinary);
  const std::pair<const char*, const char*> opening[] = {
      {"{", "{"}, {"langle", "⟨"}, {"lfloor", "⌊"}, {"lceil", "⌈"}, {"lVert", "‖"}};
  for (const auto& [name, text] : opening) table[name] = symbol(text, Spacing::opening);
  const std::pair<const char*, const char*> closing[] = {
      {"}", "}"}, {"rangle", "⟩"}, {"rfloor", "⌋"}, {"rceil", "⌉"}, {"rVert", "‖"}};
  for (const auto& [name, text] : closing) table[name] = symbol(text, Spacing::closing);
}

void add_functions(Table& table) {
  for (const char* name : {"exp", "log", "ln", "sin", "cos", "tan", "tanh", "det", "dim"}) {
    table[name] = symbol(name, Spacing::operation);
  }
  for (const char* name : {"max", "min", "arg", "lim"}) {
    table[name] = limited(symbol(name, Spacing::operation), false);
  }
  table["sum"] = limited(symbol("∑", Spacing::operation), true);
  table["prod"] = limited(symbol("∏", Spacing::operation), true);
}

Table make_table() {
  Table table;
  add_greek(table);
  add_operators(table);
  add_functions(table);
  table[","] = space(3 / 18.0F);
  table[":"] = space(4 / 18.0F);
  table[";"] = space(5 / 18.0F);
  table["!"] = space(-3 / 18.0F);
  table[" "] = space(0.28F);
  table["quad"] = space(1);
  table["qquad"] = space(2);
  return table;
}

Table make_characters() {
  Table table;
  const auto add = [&table](const char* typed, const char* drawn, Spacing spacing) {
    table[typed] = symbol(drawn, spacing);
  };
  add("-", "−", Spacing::binary);
  add("*", "∗", Spacing::binary);
  for (const char* text : {"+", "−", "±", "×", "·", "∘", "⊕", "⊗", "⊙", "÷"}) {
    add(text, text, Spacing::binary);
  }
  for (const char* text : {"=", "<", ">", ":", "≤", "≥", "≠", "→", "←", "∈", "≈", "∼", "∝", "≡"}) {
    add(text, text, Spacing::relation);
  }
  for (const char* text : {"(", "[", "⟨", "⌊", "⌈"}) add(text, text, Spacing::opening);
  for (const char* text : {")", "]", "⟩", "⌋", "⌉", "!"}) add(text, text, Spacing::closing);
  for (const char* text : {",", ";"}) add(text, text, Spacing::punctuation);
  table["∑"] = limited(symbol("∑", Spacing::operation), true);
  table["∏"] = limited(symbol("∏", Spacing::operation), true);
  return table;
}

}  // namespace

const FormulaNode* formula_symbol(std::string_view name) {
  static const Table table = make_table();
  const auto found = table.find(name);
  return found == table.end() ? nullptr : &found->second;
}

FormulaNode formula_character(std::string_view utf8) {
  static const Table table = make_characters();
  const auto found = table.find(utf8);
  if (found != table.end()) return found->second;
  return symbol(std::string(utf8), Spacing::ordinary);
}

}  // namespace glassformer
