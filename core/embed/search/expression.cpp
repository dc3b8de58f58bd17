#include "core/embed/search/expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "core/embed/search/spelling.h"
#include "core/formats/json.h"
#include "core/tensor/error.h"
#include "core/text/readable.h"
#include "core/text/unicode.h"

namespace glassformer {

namespace {

constexpr std::size_t max_terms = 64;
constexpr int deepest = 32;    // brackets within brackets
constexpr int max_signs = 16;  // within a word that is not quoted
constexpr std::string_view blanks = " \t\n\r";
constexpr std::string_view ends = " \t\n\r()\"*";  // of a word, wherever they stand

[[noreturn]] void fail_at(std::string_view text, std::size_t at, const std::string& what) {
  throw UserError(fmt::format("{}, at character {}: {}", readable(excerpt(text, 80)),
                              characters(text.substr(0, at)).size() + 1, what));
}

// The signs of subtraction: as it is typed, as it is printed, and the dash that writing programs
// make of it.
constexpr std::string_view minuses[] = {"-", "−", "–"};

// How many bytes the minus has with which the text begins; 0: it begins with none.
std::size_t minus_length(std::string_view text) {
  for (const std::string_view minus : minuses) {
    if (text.starts_with(minus)) return minus.size();
  }
  return 0;
}

// Where the last sign at which a word may be cut stands; npos: there is none.
std::size_t last_sign(std::string_view text) {
  std::size_t last = text.find_last_of("+/");
  for (const std::string_view minus : minuses) {
    const std::size_t at = text.rfind(minus);
    if (at != text.npos && (last == text.npos || at > last)) last = at;
  }
  return last;
}

// The text up to the sign behind so many others: each beginning that may be a word is looked up.
std::string_view up_to_signs(std::string_view text, int max) {
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t minus = minus_length(text.substr(at));
    const bool sign = minus > 0 || text[at] == '+' || text[at] == '/';
    if (sign && max-- == 0) break;
    at += std::max<std::size_t>(1, minus);
  }
  return text.substr(0, at);
}

// What a part of an expression means: words with factors; and for a part of numbers alone also
// that number. Whether "2" is a number or a word is seen from what stands beside it.
struct Value {
  std::vector<ExpressionTerm> words;
  std::optional<double> number;
};

void scale(Value& value, double factor) {
  for (ExpressionTerm& term : value.words) term.factor *= factor;
  if (value.number) *value.number *= factor;
}

//   sum     = product { ("+" | "-") product }
//   product = factor { ("*" | "/") factor }, of which at most one holds words
//   factor  = { "+" | "-" } ( number | word | "quoted words" | "(" sum ")" )
class Parser {
 public:
  Parser(std::string_view text, const WordsKnown& known) : text_(text), known_(known) {}

  std::vector<ExpressionTerm> parse() {
    skip_blanks();
    if (at_ == text_.size()) {
      throw UserError(
          "there is nothing to work out; write words with + and -, as in "
          "'king - man + woman'");
    }
    Value value = sum(0);
    if (at_ < text_.size()) fail("the bracket ) closes none; remove it");
    return std::move(value.words);
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
  bool accept_minus() {
    const std::size_t length = minus_length(text_.substr(at_));
    if (length == 0) return false;
    at_ += length;
    skip_blanks();
    return true;
  }

  Value sum(int depth) {
    Value all = product(depth);
    for (;;) {
      const bool minus = accept_minus();
      if (!minus && !accept('+')) break;
      refuse_lonely_sign();
      Value more = product(depth);
      if (minus) scale(more, -1);
      all.words.insert(all.words.end(), more.words.begin(), more.words.end());
      if (all.words.size() > max_terms) fail(fmt::format("more than {} words", max_terms));
      all.number =
          all.number && more.number ? std::optional(*all.number + *more.number) : std::nullopt;
    }
    if (at_ < text_.size() && next() != ')') fail("a + or - is missing before this");
    return all;
  }

  // "king - -2*man" means something; of "king - - man" a word was forgotten.
  void refuse_lonely_sign() const {
    const std::size_t minus = minus_length(text_.substr(at_));
    const std::size_t sign = minus > 0 ? minus : next() == '+' ? 1 : 0;
    if (sign == 0 || at_ + sign >= text_.size()) return;
    if (blanks.find(text_[at_ + sign]) != std::string_view::npos)
      fail("a word is missing between two signs");
  }

  Value product(int depth) {
    bool beside = false;  // a sign of this product stands before the factor
    Value all = factor(depth, beside);
    for (;;) {
      const bool divides = next() == '/';
      if (!divides && next() != '*') return all;
      accept(next());
      beside = true;
      const std::size_t here = at_;
      Value more = factor(depth, beside);
      if (divides) {
        if (!more.number || *more.number == 0) {
          fail_at(text_, here, "a number that is not 0 is expected after /");
        }
        scale(all, 1 / *more.number);
      } else if (all.number) {  // "2*1984": where words are expected, the last number is one
        scale(more, *all.number);
        all = std::move(more);
      } else if (more.number) {
        scale(all, *more.number);
      } else {
        fail_at(text_, here, "words cannot be multiplied with each other; a number is expected");
      }
    }
  }

  Value factor(int depth, bool beside) {
    bool minus = false;
    for (;;) {
      if (accept_minus()) {
        minus = !minus;
      } else if (!accept('+')) {
        break;
      }
    }
    if (at_ == text_.size()) fail("a word is missing at the end");
    if (std::string_view(")*/").find(next()) != std::string_view::npos) {
      fail(fmt::format("a word is expected before '{}'", next()));
    }
    Value value = next() == '('   ? bracket(depth)
                  : next() == '"' ? quoted()
                                  : number_or_word(beside);
    if (minus) scale(value, -1);
    return value;
  }

  Value bracket(int depth) {
    if (depth == deepest) fail(fmt::format("brackets are nested more than {} deep", deepest));
    const std::size_t opened = at_;
    accept('(');
    Value value = sum(depth + 1);
    if (!accept(')')) fail_at(text_, opened, "the bracket ( is never closed; add a )");
    return value;
  }

  Value quoted() {
    const std::size_t end = text_.find('"', at_ + 1);
    if (end == std::string_view::npos) fail("the quotation mark is never closed; add one");
    const std::string_view phrase = text_.substr(at_ + 1, end - at_ - 1);
    if (phrase.empty()) fail("there is nothing between the quotation marks");
    Value value{{term(phrase)}, {}};
    at_ = end + 1;
    skip_blanks();
    return value;
  }

  // "9-11" is one word if it is known, but a number where a * or / stands beside it.
  Value number_or_word(bool beside) {
    const std::size_t of_number = number_length();
    if (of_number == 0) return word(word_length());
    const std::size_t of_word = word_length();
    if (of_word > of_number && !beside) {
      const std::size_t after = text_.find_first_not_of(blanks, at_ + of_word);
      if (after == std::string_view::npos || (text_[after] != '*' && text_[after] != '/')) {
        return word(of_word);
      }
    }
    double number = 0;
    const std::string_view digits = text_.substr(at_, of_number);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + of_number, number);
    static_cast<void>(end);
    if (error != std::errc{}) fail("this number is too large or too small for a factor");
    Value value = word(of_number);
    value.number = number;
    return value;
  }

  // Of the number that stands here, all of it up to a blank, a sign or a bracket; 0: none.
  std::size_t number_length() const {
    double number = 0;
    const char* const begin = text_.data() + at_;
    const auto [after, error] = std::from_chars(begin, text_.data() + text_.size(), number);
    if (error == std::errc::invalid_argument || !std::isfinite(number)) return 0;
    const auto length = static_cast<std::size_t>(after - begin);
    const std::string_view behind = text_.substr(at_ + length);
    const bool whole = behind.empty() || minus_length(behind) > 0 ||
                       std::string_view(" \t\n\r+*/)").find(behind[0]) != std::string_view::npos;
    return whole ? length : 0;
  }

  std::string_view letters() const {
    return text_.substr(at_, text_.find_first_of(ends, at_) - at_);
  }

  // The longest beginning that is a known word and ends at a sign or at the end of the letters; if
  // there is none, up to the first sign.
  std::size_t word_length() const {
    const std::string_view all = up_to_signs(letters(), max_signs);
    if (known_.composes && all.find_first_of("+/") == std::string_view::npos) return all.size();
    std::size_t length = all.size(), shortest = all.size();
    while (length > 0 && known_.spelling(all.substr(0, length)).empty()) {
      const std::size_t sign = last_sign(all.substr(0, length));
      if (sign == std::string_view::npos || sign == 0) return shortest;
      length = shortest = sign;
    }
    return length > 0 ? length : shortest;
  }

  // The word that begins here, in the spelling of the list if it is there.
  ExpressionTerm term(std::string_view typed) const {
    const std::string listed = known_.spelling(typed);
    if (listed.empty() || listed == typed) return {std::string(typed), 1, at_, {}, {}};
    return {listed, 1, at_, std::string(typed), {}};
  }

  Value word(std::size_t length) {
    const std::string_view all = letters();
    ExpressionTerm made = term(all.substr(0, length));
    const bool hyphens_alone = all.find_first_of("+/") == std::string_view::npos &&
                               all.find(minuses[1]) == std::string_view::npos;
    if (length < all.size() && hyphens_alone && at_ >= cut_until_) {
      made.cut_from = all;
      cut_until_ = at_ + all.size();
    }
    at_ += length;
    skip_blanks();
    return {{std::move(made)}, {}};
  }

  std::string_view text_;
  const WordsKnown& known_;
  std::size_t at_ = 0;
  std::size_t cut_until_ = 0;  // the end of the letters that were cut last
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

std::vector<ExpressionTerm> parse_expression(std::string_view text, const WordsKnown& known) {
  std::vector<ExpressionTerm> terms = merged(Parser(text, known).parse());
  if (terms.empty()) {
    throw UserError(readable(excerpt(text, 80)) +
                    ": the words take each other away, so nothing is left; change one");
  }
  for (const ExpressionTerm& term : terms) {
    const auto factor = static_cast<float>(term.factor);
    if (!std::isfinite(factor)) fail_at(text, term.at, "its factor is too large");
    if (factor == 0) fail_at(text, term.at, "its factor is too small");
  }
  return terms;
}

WordsKnown words_known(const WordVectors& vectors) {
  return {[&vectors](std::string_view word) { return spelling_of(vectors, word); },
          vectors.subwords != nullptr};
}

std::vector<std::string> ExpressionNotes::all() const {
  std::vector<std::string> notes = cut;
  if (!respelled.empty()) notes.push_back(respelled);
  return notes;
}

std::vector<WordTerm> terms_of(const WordVectors& vectors, std::string_view expression,
                               ExpressionNotes* notes) {
  std::vector<WordTerm> terms;
  std::vector<std::string> typed, listed;
  for (const ExpressionTerm& term : parse_expression(expression, words_known(vectors))) {
    try {
      terms.push_back(term_of(vectors, term.word, static_cast<float>(term.factor)));
    } catch (const UserError& error) {
      fail_at(expression, term.at, error.what());
    }
    if (!term.typed.empty()) {
      typed.push_back(readable(term.typed));
      listed.push_back(readable(term.word));
    }
    if (notes == nullptr || term.cut_from.empty()) continue;
    notes->cut.push_back(
        fmt::format("'{}' is no word among these {}: what stands before and after its "
                    "hyphen was taken for words to be subtracted",
                    readable(term.cut_from), vectors.words.size()));
  }
  if (notes != nullptr && !typed.empty()) {
    notes->respelled = fmt::format("not listed so: {}; {} {} taken", fmt::join(typed, ", "),
                                   fmt::join(listed, ", "), listed.size() == 1 ? "was" : "were");
  }
  return terms;
}

}  // namespace glassformer
