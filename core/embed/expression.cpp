#include "core/embed/expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "core/embed/unknown_word.h"
#include "core/formats/json.h"
#include "core/tensor/error.h"
#include "core/text/unicode.h"

namespace glassformer {

namespace {

constexpr std::size_t most_terms = 64;
constexpr int deepest = 32;  // brackets within brackets
constexpr std::string_view blanks = " \t\n\r";
constexpr std::string_view operators = "+-*/";
constexpr std::string_view ends = " \t\n\r()\"*";  // of a word, wherever they stand

[[noreturn]] void fail_at(std::string_view text, std::size_t at, const std::string& what) {
  throw UserError(fmt::format("{}, at character {}: {}", json_string(excerpt(text, 80)),
                              characters(text.substr(0, at)).size() + 1, what));
}

class Parser {
 public:
  Parser(std::string_view text, const std::function<bool(std::string_view)>& known)
      : text_(text), known_(known) {}

  std::vector<ExpressionTerm> parse() {
    skip_blanks();
    if (at_ == text_.size()) {
      throw UserError(
          "there is nothing to work out; write words with + and -, as in "
          "'king - man + woman'");
    }
    sum(1, 0);
    if (at_ < text_.size()) fail("the bracket ) closes none; remove it");
    return std::move(terms_);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const { fail_at(text_, at_, what); }

  void skip_blanks() { at_ = std::min(text_.find_first_not_of(blanks, at_), text_.size()); }
  char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool accept(char c) {
    if (next() != c) return false;
    ++at_;
    skip_blanks();
    return true;
  }

  // product ('+' | '-') product …, each with `factor` before it
  void sum(float factor, int depth) {
    float sign = factor;
    if (accept('-')) {
      sign = -factor;
    } else {
      accept('+');
    }
    for (;;) {
      product(sign, depth);
      if (accept('+')) {
        sign = factor;
      } else if (accept('-')) {
        sign = -factor;
      } else {
        break;
      }
    }
    if (at_ < text_.size() && next() != ')') fail("a + or - is missing before this");
  }

  // Numbers and one word or bracket, with * and / between.
  void product(float factor, int depth) {
    const std::size_t first = terms_.size();
    bool has_words = false;
    for (;;) {
      if (const auto number = factor_number(has_words)) {
        factor *= *number;
      } else if (has_words) {
        fail("words cannot be multiplied with each other; a number is expected");
      } else {
        words(depth);
        has_words = true;
      }
      if (accept('*')) continue;
      if (!accept('/')) break;
      const std::size_t here = at_;
      const auto divisor = factor_number(true);
      if (!divisor || *divisor == 0) {
        at_ = here;
        fail("a number that is not 0 is expected after /");
      }
      factor /= *divisor;
      if (!accept('*')) break;
    }
    if (!has_words) fail("a word is expected after the number");
    for (std::size_t i = first; i < terms_.size(); ++i) terms_[i].factor *= factor;
  }

  // A number that is a factor: one before a *, or any behind a * or /.
  std::optional<float> factor_number(bool behind_words) {
    float number = 0;
    const char* const begin = text_.data() + at_;
    const char* const end = text_.data() + text_.size();
    const auto [after, error] = std::from_chars(begin, end, number);
    if (error != std::errc{} || !std::isfinite(number) || *begin == '-') return std::nullopt;
    std::size_t behind = static_cast<std::size_t>(after - text_.data());
    const bool whole =
        behind == text_.size() || (blanks.find(text_[behind]) != std::string_view::npos) ||
        operators.find(text_[behind]) != std::string_view::npos || text_[behind] == ')';
    if (!whole) return std::nullopt;
    behind = std::min(text_.find_first_not_of(blanks, behind), text_.size());
    const bool multiplies = behind < text_.size() && (text_[behind] == '*' || text_[behind] == '/');
    if (!multiplies && !behind_words) return std::nullopt;  // a word that is a number
    at_ = behind;
    return number;
  }

  void words(int depth) {
    if (at_ == text_.size()) fail("a word is missing at the end");
    if (next() == '(') {
      if (depth == deepest) fail(fmt::format("brackets are nested more than {} deep", deepest));
      const std::size_t opened = at_;
      accept('(');
      sum(1, depth + 1);
      if (!accept(')')) fail_at(text_, opened, "the bracket ( is never closed; add a )");
      return;
    }
    if (next() == '"') return quoted();
    if (next() == '\0' || std::string_view(")+-*/").find(next()) != std::string_view::npos) {
      fail(fmt::format("a word is expected before '{}'", next()));
    }
    word();
  }

  void quoted() {
    const std::size_t end = text_.find('"', at_ + 1);
    if (end == std::string_view::npos) fail("the quotation mark is never closed; add one");
    const std::string_view phrase = text_.substr(at_ + 1, end - at_ - 1);
    if (phrase.empty()) fail("there is nothing between the quotation marks");
    add(phrase, at_);
    at_ = end + 1;
    skip_blanks();
  }

  // The longest beginning that is a known word and ends at a sign or at the end of the letters; if
  // there is none, up to the first sign.
  void word() {
    const std::string_view letters = text_.substr(at_, text_.find_first_of(ends, at_) - at_);
    std::size_t length = letters.size(), shortest = letters.size();
    while (length > 0 && !known_(letters.substr(0, length))) {
      const std::size_t sign = letters.find_last_of("+-/", length - 1);
      if (sign == std::string_view::npos || sign == 0) {
        length = 0;
      } else {
        length = shortest = sign;
      }
    }
    if (length == 0) length = shortest;
    add(letters.substr(0, length), at_);
    at_ += length;
    skip_blanks();
  }

  void add(std::string_view word, std::size_t at) {
    if (terms_.size() == most_terms) fail(fmt::format("more than {} words", most_terms));
    terms_.push_back({std::string(word), 1, at});
  }

  std::string_view text_;
  const std::function<bool(std::string_view)>& known_;
  std::size_t at_ = 0;
  std::vector<ExpressionTerm> terms_;
};

// One term for each word, where it stands first; those that cancel are left out.
std::vector<ExpressionTerm> merged(const std::vector<ExpressionTerm>& terms) {
  std::vector<ExpressionTerm> once;
  for (const ExpressionTerm& term : terms) {
    const auto same = std::find_if(once.begin(), once.end(),
                                   [&](const ExpressionTerm& o) { return o.word == term.word; });
    if (same == once.end()) {
      once.push_back(term);
    } else {
      same->factor += term.factor;
    }
  }
  std::erase_if(once, [](const ExpressionTerm& term) { return term.factor == 0; });
  return once;
}

}  // namespace

std::vector<ExpressionTerm> parse_expression(std::string_view text,
                                             const std::function<bool(std::string_view)>& known) {
  if (broken_utf8(text) != std::string_view::npos) {
    throw UserError("the expression is not UTF-8; type it again");
  }
  std::vector<ExpressionTerm> terms = merged(Parser(text, known).parse());
  if (terms.empty()) {
    throw UserError(json_string(excerpt(text, 80)) +
                    ": the words take each other away, so nothing is left; change one");
  }
  for (const ExpressionTerm& term : terms) {
    if (!std::isfinite(term.factor)) fail_at(text, term.at, "its factor is too large");
  }
  return terms;
}

std::vector<WordTerm> terms_of(const WordVectors& vectors, std::string_view expression) {
  const auto parsed = parse_expression(
      expression, [&](std::string_view word) { return vectors.words.find(word) >= 0; });
  std::vector<WordTerm> terms;
  for (const ExpressionTerm& term : parsed) {
    try {
      terms.push_back(term_of(vectors, term.word, term.factor));
    } catch (const UserError& error) {
      fail_at(expression, term.at, error.what());
    }
  }
  return terms;
}

}  // namespace glassformer
