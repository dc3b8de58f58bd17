#include "app/jobs/word_lookup.h"

#include <algorithm>

#include "core/embed/search/expression.h"
#include "core/embed/search/spelling.h"
#include "core/scenes/chosen.h"
#include "core/tensor/error.h"
#include "core/text/readable.h"

namespace glassformer {

namespace {

constexpr std::size_t looked_at = 200'000;  // of many words the first, which are the usual ones

// Where the last word begins: behind a space, a bracket, a sign of arithmetic; with its opening
// quotation mark if it has one.
std::size_t last_word(std::string_view expression) {
  const auto marks = std::count(expression.begin(), expression.end(), '"');
  if (marks % 2 == 1) return expression.rfind('"');
  const std::size_t before = expression.find_last_of(" \t()*/+\"");
  return before == std::string_view::npos ? 0 : before + 1;
}

}  // namespace

void WordLookup::follow(const Inputs& inputs) {
  WordVectorsPtr now;
  try {
    now = chosen_vectors(inputs);
  } catch (const UserError&) {
    // None come with the program and none are chosen: there is nothing to look up.
  }
  if (now == vectors_) return;
  vectors_ = std::move(now);
  lecture_ = vectors_ ? lecture_analogies(*vectors_) : std::vector<LectureAnalogy>();
  first_ = vectors_ ? first_expression(*vectors_) : "";
}

std::vector<std::string> WordLookup::completions(std::string_view expression,
                                                 std::size_t max_count) const {
  std::vector<std::string> found;
  std::string_view begun = expression.substr(last_word(expression));
  if (begun.starts_with('"')) begun.remove_prefix(1);
  if (!vectors_ || begun.empty()) return found;
  const std::size_t count = std::min(looked_at, vectors_->words.size());
  for (std::size_t i = 0; i < count && found.size() < max_count; ++i) {
    const std::string_view word = vectors_->words[i];
    if (word.starts_with(begun) && word != begun && readable(word) == word) {
      found.emplace_back(word);
    }
  }
  return found;
}

std::vector<std::string> WordLookup::spellings(std::string_view expression,
                                               std::size_t max_count) const {
  constexpr std::size_t shortest = 3;  // of fewer letters too much is near
  std::string_view begun = expression.substr(last_word(expression));
  if (begun.starts_with('"')) begun.remove_prefix(1);
  if (!vectors_ || begun.size() < shortest || begun.front() == compose_mark ||
      !spelling_of(*vectors_, begun).empty()) {
    return {};
  }
  std::vector<std::string> found = spelt_like(*vectors_, begun, max_count);
  std::erase_if(found, [](const std::string& word) { return readable(word) != word; });
  return found;
}

std::string WordLookup::completed(std::string_view expression, std::string_view word) {
  const std::string before(expression.substr(0, last_word(expression)));
  const bool quotes = word.find_first_of(" +*/()") != std::string_view::npos;
  return before + (quotes ? "\"" + std::string(word) + "\"" : std::string(word));
}

bool WordLookup::can_ask(std::string_view expression) const {
  if (!vectors_) return false;
  try {
    const WordsKnown known = words_known(*vectors_);
    const auto terms = parse_expression(expression, known);
    return std::all_of(terms.begin(), terms.end(), [&](const ExpressionTerm& term) {
      return !known.spelling(term.word).empty();
    });
  } catch (const UserError&) {
    return false;
  }
}

}  // namespace glassformer
