#include "core/grad/law.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <ranges>
#include <utility>
#include <vector>

#include "core/grad/number_text.h"

namespace glassformer {

namespace {

constexpr int kDeepest = 4;  // steps without a name, one made of the other

using Write = Law (*)(LawPen&);

std::map<const Op*, Write>& laws() {
  static std::map<const Op*, Write> all;
  return all;
}

Write law_of(const Node& node) {
  const auto found = laws().find(node.op);
  return found == laws().end() ? nullptr : found->second;
}

bool is_capital(char c) {
  return c >= 'A' && c <= 'Z';
}

// A symbol that is one letter with what hangs on it: "W^{Q}", "\hat{E}", "p_{j|i}", "X'".
struct Symbol {
  std::string base, above, below;
  bool simple = false;
};

std::size_t group_end(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    if (text[i] == '{') ++depth;
    if (text[i] == '}' && --depth == 0) return i + 1;
  }
  return text.size();
}

std::size_t command_end(std::string_view text, std::size_t at) {
  std::size_t end = at + 1;
  while (end < text.size() && std::isalpha(static_cast<unsigned char>(text[end])) != 0) ++end;
  return end;
}

Symbol parsed(std::string_view text) {
  Symbol symbol;
  std::size_t at = 0;
  if (text.empty()) return symbol;
  if (text.front() == '\\') {
    at = command_end(text, 0);
    const std::string_view command = text.substr(0, at);
    if (command == "\\frac" || command == "\\sqrt" || command == "\\sum" || command == "\\|") {
      return symbol;
    }
    if (at < text.size() && text[at] == '{') at = group_end(text, at);
  } else if (std::isalpha(static_cast<unsigned char>(text.front())) != 0) {
    at = 1;
  } else {
    return symbol;
  }
  symbol.base = text.substr(0, at);
  while (at < text.size() && text[at] == '\'') symbol.base += text[at++];
  while (at < text.size() && (text[at] == '^' || text[at] == '_')) {
    std::string& into = text[at] == '^' ? symbol.above : symbol.below;
    const std::size_t begin = at + 1;
    if (begin >= text.size() || !into.empty()) return symbol;
    const std::size_t end = text[begin] == '{'    ? group_end(text, begin)
                            : text[begin] == '\\' ? command_end(text, begin)
                                                  : begin + 1;
    into = text.substr(begin, end - begin);
    if (into.front() == '{') into = into.substr(1, into.size() - 2);
    at = end;
  }
  symbol.simple = at == text.size();
  return symbol;
}

// The cells of X are x; those of \hat{X} are \hat{x}.
std::string lower(std::string base) {
  const auto small = [](char c) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  };
  if (base.size() == 1 || base[1] == '\'') {
    base[0] = small(base[0]);
  } else if ((base.starts_with("\\hat{") || base.starts_with("\\bar{")) && base.size() == 7 &&
             is_capital(base[5])) {
    base[5] = small(base[5]);
  }
  return base;
}

std::string indices(Shape shape, const Index& row, const Index& col) {
  const std::string r = shape.rows > 1 ? row.text() : "", c = shape.cols > 1 ? col.text() : "";
  if (r.empty() || c.empty()) return r + c;
  return r + (r.size() > 1 || c.size() > 1 ? "," : "") + c;
}

// What has no name: x, and of several inputs without one y and z.
Label nameless_label(const Tape& tape, const Node& of, Var var) {
  constexpr std::array<const char*, 3> kLower{"x", "y", "z"}, kUpper{"X", "Y", "Z"};
  const auto& inputs = of.inputs;
  const auto here = std::ranges::find(inputs, var);
  if (here == inputs.end()) return {kLower[0], kUpper[0]};
  std::vector<Var> before;
  for (const Var input : std::ranges::subrange(inputs.begin(), here)) {
    const Node& node = tape.node(input);  // a constant is written as its number
    const bool counted = std::ranges::find(before, input) != before.end();
    if (node.op != nullptr && node.path.empty() && !counted) before.push_back(input);
  }
  const std::size_t at = before.size() % kLower.size();
  return {kLower.at(at), kUpper.at(at)};
}

}  // namespace

RegisterLaw::RegisterLaw(const Op& op, Write law) {
  laws()[&op] = law;
}

bool is_origin(const Tape& tape, Var var) {
  const auto cells = tape.value(var).cells();
  return tape.node(var).op == nullptr &&
         std::ranges::all_of(cells, [](Real cell) { return cell == 0; });
}

Index Index::operator+(int more) const {
  Index sum = *this;
  sum.at += more;
  return sum;
}

std::string Index::text() const {
  if (letter.empty()) return std::to_string(at + 1);
  if (at == 0) return letter;
  return letter + (at > 0 ? "+" : "") + std::to_string(at);
}

std::string entry_symbol(const Label& label, Shape shape, const Index& row, const Index& col) {
  const std::string whole = label.symbol.empty() ? "\\text{" + label.name + "}" : label.symbol;
  const std::string index = indices(shape, row, col);
  if (index.empty()) return whole;
  Symbol symbol = parsed(whole);
  if (!symbol.simple) {
    // "\cos(w, v)", "\mathrm{LayerNorm}(x)" and "\|x\|" have brackets of their own.
    const bool closed = whole.ends_with(")") || whole.ends_with("\\|");
    const bool open = whole.front() == '\\' && !whole.starts_with("\\frac");
    if (closed && open) return whole + "_{" + index + "}";
    return "(" + whole + ")_{" + index + "}";
  }
  if (symbol.above.empty() && !symbol.below.empty()) symbol.above = "(" + symbol.below + ")";
  std::string text = lower(symbol.base);
  if (!symbol.above.empty()) text += "^{" + symbol.above + "}";
  return text + "_{" + index + "}";
}

LawPen::LawPen(const Tape& tape, Var var, Index row_of, Index col_of, int depth)
    : row(std::move(row_of)),
      col(std::move(col_of)),
      tape_(tape),
      var_(var),
      depth_(depth),
      letters_(depth) {}

Shape LawPen::shape(int input) const {
  return tape_.shape(node().inputs.at(static_cast<std::size_t>(input)));
}

bool LawPen::is_zero(int input, int row_of, int col_of) const {
  return tape_.value(node().inputs.at(static_cast<std::size_t>(input)))(row_of, col_of) == 0;
}

bool LawPen::is_origin(int input) const {
  return glassformer::is_origin(tape_, node().inputs.at(static_cast<std::size_t>(input)));
}

Index LawPen::bound() {
  constexpr std::array<const char*, 5> kLetters{"j", "k", "l", "m", "n"};
  for (;;) {
    const char* letter = kLetters.at(static_cast<std::size_t>(letters_++) % kLetters.size());
    if (letter != row.letter && letter != col.letter) return Index(std::string(letter));
  }
}

Law LawPen::of(Var var, const Index& row_of, const Index& col_of) {
  const Node& from = tape_.node(var);
  const Shape shape = tape_.shape(var);
  if (!from.path.empty()) return {entry_symbol(from.label, shape, row_of, col_of)};
  if (from.op == nullptr && row_of.is_number() && col_of.is_number() &&
      tape_.value(var).contains(row_of.at, col_of.at)) {
    const double value = tape_.value(var)(row_of.at, col_of.at);
    return {number_text(value), value < 0};
  }
  if (const auto write = law_of(from); write != nullptr && depth_ < kDeepest) {
    LawPen pen(tape_, var, row_of, col_of, depth_ + 1);
    pen.letters_ = letters_;
    Law law = write(pen);
    if (!law.text.empty()) return law;
  }
  return {entry_symbol(nameless_label(tape_, node(), var), shape, row_of, col_of)};
}

std::vector<Var> LawPen::addends(int input) const {
  std::vector<Var> all, open{node().inputs.at(static_cast<std::size_t>(input))};
  while (!open.empty()) {
    const Var var = open.back();
    open.pop_back();
    const Node& from = tape_.node(var);
    const bool sum = from.op != nullptr && from.op->name == "add" && from.path.empty();
    if (sum && from.edits.empty()) {
      open.insert(open.end(), from.inputs.rbegin(), from.inputs.rend());
    } else {
      all.push_back(var);
    }
  }
  return all;
}

std::string LawPen::cell_of(Var var, const Index& row_of, const Index& col_of) {
  return of(var, row_of, col_of).text;
}

std::string LawPen::cell(int input, const Index& row_of, const Index& col_of) {
  return of(node().inputs.at(static_cast<std::size_t>(input)), row_of, col_of).text;
}

std::string LawPen::factor(int input, const Index& row_of, const Index& col_of) {
  const Law law = of(node().inputs.at(static_cast<std::size_t>(input)), row_of, col_of);
  return law.is_sum ? "(" + law.text + ")" : law.text;
}

std::string LawPen::squared(int input, const Index& row_of, const Index& col_of) {
  const std::string text = factor(input, row_of, col_of);
  const bool bare = text.find('^') == text.npos && text.find('\\') == text.npos;
  return (bare ? text : "(" + text + ")") + "^{2}";
}

std::string LawPen::divisor(int input, const Index& row_of, const Index& col_of) {
  const Var var = node().inputs.at(static_cast<std::size_t>(input));
  const Node& from = tape_.node(var);
  if (from.op == nullptr || !from.op->writing.reciprocal || !from.edits.empty()) return {};
  LawPen pen(tape_, var, row_of, col_of, depth_ + 1);
  pen.letters_ = letters_;
  return pen.cell(0, row_of, col_of);
}

static std::string equation(const Tape& tape, Var var, const Index& row, const Index& col) {
  const Node& node = tape.node(var);
  const auto write = law_of(node);
  if (write == nullptr) return {};
  LawPen pen(tape, var, row, col);
  const std::string law = write(pen).text;
  if (law.empty()) return {};
  const std::string entry = entry_symbol(node.label, tape.shape(var), row, col);
  // A symbol that is the formula itself stands there once.
  return entry == law ? law : entry + " = " + law;
}

std::string law_text(const Tape& tape, const Cell& cell) {
  return equation(tape, cell.var, cell.row, cell.col);
}

std::string law_text(const Tape& tape, Var var) {
  return equation(tape, var, Index("i"), Index("j"));
}

Law law_of_cells(LawPen& pen) {
  constexpr std::string_view kCell = "x_{ij}";
  std::string law(pen.node().op->formula);
  std::string cell = pen.factor(0, pen.row, pen.col);
  if (law.find("x_{ij}^") != law.npos && cell.find('^') != cell.npos) cell = "(" + cell + ")";
  for (auto at = law.find(kCell); at != law.npos; at = law.find(kCell, at + cell.size())) {
    law.replace(at, kCell.size(), cell);
  }
  return {law};
}
}  // namespace glassformer
