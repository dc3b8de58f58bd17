#include <algorithm>
#include <cctype>
#include <exception>
#include <string>

#include "app/widgets/formula_tree.h"

namespace glassformer {

namespace {

using Kind = FormulaNode::Kind;
using Spacing = FormulaNode::Spacing;
using Letter = FormulaNode::Letter;

constexpr std::size_t kLongest = 4000;  // bytes of markup
constexpr int kDeepest = 24;            // braces, fractions and scripts inside one another

struct Unreadable {
  std::string what;
  std::size_t at;
};

bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

FormulaNode node_of(Kind kind, std::vector<FormulaNode> children = {}) {
  FormulaNode node;
  node.kind = kind;
  node.children = std::move(children);
  return node;
}

FormulaNode symbol_of(std::string text, Letter letter) {
  FormulaNode node = node_of(Kind::symbol);
  node.text = std::move(text);
  node.letter = letter;
  return node;
}

// A blank that begins them parts them from what is before, and is not one to be seen.
FormulaNode words_of(std::string text) {
  if (text.starts_with(' ')) text.replace(0, 1, "\u00A0");
  return symbol_of(std::move(text), Letter::roman);
}

class Parser {
 public:
  explicit Parser(std::string_view markup) : markup_(markup) {}

  FormulaNode whole() {
    if (markup_.size() > kLongest) fail("the formula is longer than any that can be drawn", 0);
    FormulaNode row = list("");
    return row;
  }

 private:
  [[noreturn]] static void fail(std::string what, std::size_t at) {
    throw Unreadable{std::move(what), at};
  }

  bool at_end() const { return at_ >= markup_.size(); }
  char peek() const { return markup_[at_]; }
  void skip_blanks() {
    while (!at_end() && std::isspace(static_cast<unsigned char>(peek())) != 0) ++at_;
  }

  // One UTF-8 character; a broken byte stands alone.
  std::string_view character() {
    std::size_t end = at_ + 1;
    while (end < markup_.size() && (static_cast<unsigned char>(markup_[end]) & 0xC0) == 0x80) ++end;
    const auto text = markup_.substr(at_, end - at_);
    at_ = end;
    return text;
  }

  // After a backslash: letters, or one other character.
  std::string_view command_name() {
    const std::size_t start = at_;
    while (!at_end() && is_letter(peek())) ++at_;
    if (at_ == start && !at_end()) character();
    return markup_.substr(start, at_ - start);
  }

  // Atoms up to the end ("") or up to "}", "]" or "\right", which stay unread.
  FormulaNode list(std::string_view closing, Letter letter = Letter::italic) {
    const std::size_t start = at_;
    if (++depth_ > kDeepest) fail("the formula is nested too deeply", at_);
    FormulaNode row = node_of(Kind::row);
    for (skip_blanks(); !at_end(); skip_blanks()) {
      const bool right = markup_.substr(at_).starts_with("\\right") &&
                         (at_ + 6 >= markup_.size() || !is_letter(markup_[at_ + 6]));
      if (!closing.empty() &&
          (closing == "\\right" ? right : markup_.substr(at_).starts_with(closing))) {
        --depth_;
        return row;
      }
      if (right) fail("\\right has no \\left before it", at_);
      if (peek() == '}') fail("this } closes nothing", at_);
      row.children.push_back(with_scripts(letter));
    }
    if (!closing.empty()) {
      fail(closing == "\\right"
               ? "\\left has no \\right after it"
               : "the " + std::string(closing == "]" ? "[" : "{") + " is never closed",
           start == 0 ? 0 : start - 1);
    }
    --depth_;
    return row;
  }

  FormulaNode with_scripts(Letter letter) {
    FormulaNode base = node_of(Kind::row);
    if (peek() != '^' && peek() != '_' && peek() != '\'') base = atom(letter);
    FormulaNode scripts = node_of(Kind::scripts, {base, node_of(Kind::row), node_of(Kind::row)});
    scripts.spacing = base.spacing;
    scripts.limits = base.limits;
    bool any = false, below = false, above = false;
    for (skip_blanks(); !at_end() && (peek() == '^' || peek() == '_' || peek() == '\'');
         skip_blanks()) {
      const char mark = peek();
      const std::size_t start = at_++;
      any = true;
      if (mark == '\'') {
        scripts.children[2].children.push_back(symbol_of("′", Letter::roman));
        continue;
      }
      bool& taken = mark == '^' ? above : below;
      if (taken)
        fail(mark == '^' ? "two superscripts on one symbol" : "two subscripts on one symbol",
             start);
      taken = true;
      auto& side = scripts.children[mark == '^' ? 2 : 1].children;
      side.push_back(argument(mark == '^' ? "^" : "_", start, letter));
    }
    return any ? scripts : base;
  }

  // A group in braces, or the next atom.
  FormulaNode argument(std::string_view of, std::size_t start, Letter letter = Letter::italic) {
    skip_blanks();
    if (at_end() || peek() == '}' || peek() == '^' || peek() == '_') {
      fail(std::string(of) + " is not followed by what it applies to", start);
    }
    if (++depth_ > kDeepest) fail("the formula is nested too deeply", at_);
    FormulaNode node = atom(letter);
    --depth_;
    return node;
  }

  FormulaNode group(Letter letter) {
    ++at_;
    FormulaNode row = list("}", letter);
    ++at_;
    return row.children.size() == 1 ? std::move(row.children.front()) : row;
  }

  // The raw text of the next group.
  std::string raw(std::string_view of, std::size_t start) {
    skip_blanks();
    if (at_end() || peek() != '{') fail(std::string(of) + " needs its text in braces", start);
    int open = 0;
    const std::size_t first = at_ + 1;
    for (; !at_end(); ++at_) {
      open += peek() == '{' ? 1 : peek() == '}' ? -1 : 0;
      if (open == 0) return std::string(markup_.substr(first, at_++ - first));
    }
    fail("the { is never closed", first - 1);
  }

  FormulaNode atom(Letter letter) {
    const char c = peek();
    if (c == '{') return group(letter);
    if (c == '\\') return command(letter);
    if (is_digit(c)) {
      const std::size_t start = at_;
      while (!at_end() && (is_digit(peek()) || (peek() == '.' && at_ + 1 < markup_.size() &&
                                                is_digit(markup_[at_ + 1])))) {
        ++at_;
      }
      return symbol_of(std::string(markup_.substr(start, at_ - start)),
                       letter == Letter::bold ? Letter::bold : Letter::roman);
    }
    if (is_letter(c)) {
      const std::size_t start = at_++;
      // Upright letters are a word and stay together; italic ones are variables.
      while (letter != Letter::italic && !at_end() && is_letter(peek())) ++at_;
      return symbol_of(std::string(markup_.substr(start, at_ - start)), letter);
    }
    if (c == '%' || c == '&' || c == '#' || c == '$' || c == '~') {
      fail(std::string("\"") + c + "\" has no meaning in a formula", at_);
    }
    FormulaNode node = formula_character(character());
    if (letter == Letter::bold) node.letter = letter;
    return node;
  }

  FormulaNode command(Letter letter) {
    const std::size_t start = at_++;
    const auto name = command_name();
    const std::string full = "\\" + std::string(name);
    if (const FormulaNode* known = formula_symbol(name)) return *known;
    if (name == "mathbf" || name == "boldsymbol") return argument(full, start, Letter::bold);
    if (name == "mathrm") return argument(full, start, Letter::roman);
    if (name == "mathit") return argument(full, start, Letter::italic);
    if (name == "text") return words_of(raw(full, start));
    if (name == "operatorname") {
      FormulaNode node = symbol_of(raw(full, start), Letter::roman);
      node.spacing = Spacing::operation;
      return node;
    }
    if (name == "mathbb") return blackboard(start);
    if (name == "frac" || name == "dfrac" || name == "tfrac") {
      FormulaNode top = argument(full, start, letter);
      return node_of(Kind::fraction, {std::move(top), argument(full, start, letter)});
    }
    if (name == "sqrt") return root(start, letter);
    if (name == "left") return delimited(start, letter);
    if (name == "hat" || name == "bar" || name == "tilde" || name == "vec" || name == "dot" ||
        name == "overline") {
      FormulaNode node = node_of(Kind::accent, {argument(full, start, letter)});
      node.text = name == "overline" ? "bar" : std::string(name);
      return node;
    }
    if (name == "tensor") {
      std::string path = raw(full, start);
      skip_blanks();
      if (at_end() || peek() != '{') fail("\\tensor needs {path}{formula}", start);
      FormulaNode node = node_of(Kind::tensor, {argument(full, start, letter)});
      node.spacing = node.children.front().spacing;
      node.text = std::move(path);
      return node;
    }
    fail(name.empty() ? "a lone \\ at the end" : "unknown command " + full, start);
  }

  FormulaNode blackboard(std::size_t start) {
    const std::string letter = raw("\\mathbb", start);
    if (letter == "R") return symbol_of("ℝ", Letter::roman);
    if (letter == "N") return symbol_of("ℕ", Letter::roman);
    if (letter == "Z") return symbol_of("ℤ", Letter::roman);
    fail("\\mathbb knows R, N and Z only", start);
  }

  FormulaNode root(std::size_t start, Letter letter) {
    skip_blanks();
    FormulaNode degree = node_of(Kind::row);
    if (!at_end() && peek() == '[') {
      ++at_;
      degree = list("]", letter);
      ++at_;
    }
    FormulaNode node = node_of(Kind::root, {argument("\\sqrt", start, letter)});
    if (!degree.children.empty()) node.children.push_back(std::move(degree));
    return node;
  }

  std::string delimiter(std::string_view of, std::size_t start) {
    skip_blanks();
    if (at_end()) fail(std::string(of) + " needs a bracket", start);
    std::string text;
    if (peek() == '\\') {
      ++at_;
      const FormulaNode* known = formula_symbol(command_name());
      if (known != nullptr) text = known->text;
    } else {
      text = std::string(character());
    }
    static const std::vector<std::string> known = {"(", ")", "[", "]", "{", "}", "|", "‖",
                                                   "⟨", "⟩", "⌊", "⌋", "⌈", "⌉", "."};
    if (std::find(known.begin(), known.end(), text) == known.end()) {
      fail(std::string(of) + " needs a bracket: ( ) [ ] \\{ \\} | \\| \\langle \\rangle or .",
           start);
    }
    return text;
  }

  FormulaNode delimited(std::size_t start, Letter letter) {
    FormulaNode node = node_of(Kind::delimited);
    node.text = delimiter("\\left", start);
    const std::size_t inside = at_;
    at_ = inside;
    node.children.push_back(list("\\right", letter));
    const std::size_t right = at_;
    at_ += 6;
    node.closing = delimiter("\\right", right);
    return node;
  }

  std::string_view markup_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

// Positions are told in characters, as a person counts them.
std::size_t characters_before(std::string_view markup, std::size_t at) {
  const auto part = markup.substr(0, std::min(at, markup.size()));
  return static_cast<std::size_t>(std::count_if(part.begin(), part.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

}  // namespace

ParsedFormula parse_formula(std::string_view markup) {
  try {
    return {Parser(markup).whole(), {}};
  } catch (const Unreadable& bad) {
    const auto place = characters_before(markup, bad.at) + 1;
    return {{},
            bad.what + " (at character " + std::to_string(place) + " of the formula \"" +
                std::string(markup.substr(0, 200)) + "\")"};
  }
}

}  // namespace glassformer
