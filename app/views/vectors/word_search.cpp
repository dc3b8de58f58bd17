#include "app/views/vectors/word_search.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/embed/vectors/folded_words.h"

namespace glassformer {

namespace {

constexpr std::size_t kMostLit = 200;

std::size_t letter(std::string_view text) {
  std::size_t bytes = text.empty() ? 0 : 1;
  while (bytes < text.size() && (static_cast<unsigned char>(text[bytes]) & 0xC0U) == 0x80U) ++bytes;
  return bytes;
}

// The usual walk: on a mismatch the last star takes one letter more.
bool fits_whole(std::string_view word, std::string_view pattern) {
  std::size_t w = 0, p = 0, star = std::string_view::npos, after = 0;
  while (w < word.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      after = w;
    } else if (p < pattern.size() && pattern[p] == '?') {
      w += letter(word.substr(w));
      ++p;
    } else if (p < pattern.size() && pattern[p] == word[w]) {
      ++w;
      ++p;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      after += letter(word.substr(after));
      w = after;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace

bool fits_pattern(std::string_view word, std::string_view pattern) {
  const std::string small = folded(word);
  if (pattern.find_first_of("*?") != std::string_view::npos) return fits_whole(small, pattern);
  return small.find(pattern) != std::string::npos;
}

bool WordSearch::draw(Ui& ui, const WordVectors& vectors, std::size_t words, Rect field) {
  if (ui.pressed(Key::escape)) clear();
  // While the field is edited the keys are its own: what it has taken shows only afterwards.
  const bool editing = ui.text_active() && here_;
  if (!ui.text_active()) here_ = false;
  if (ui.input.down && field.contains(ui.input.mouse)) here_ = true;
  const bool entered = std::any_of(ui.input.keys.begin(), ui.input.keys.end(),
                                   [](const KeyPress& press) { return press.key == Key::enter; });
  ui.text_field("search words", typed_, field, "Search: queen, *ing", true);
  if (typed_ != searched_ || searched_in_ != &vectors || words_ != words) {
    searched_ = typed_;
    searched_in_ = &vectors;
    words_ = words;
    found_.clear();
    const std::string pattern = folded(searched_);
    for (std::size_t i = 0; i < words && !pattern.empty(); ++i) {
      if (fits_pattern(vectors.words[i], pattern)) found_.push_back(static_cast<int>(i));
    }
  }
  draw_told(ui, field);
  return editing && entered && !found_.empty();
}

bool WordSearch::light(PointCloud& cloud, Color color) const {
  const std::size_t lit = std::min(found_.size(), kMostLit);
  for (std::size_t i = 0; i < lit; ++i) cloud.lit.push_back({found_[i], color});
  cloud.none_lit = !searched_.empty() && found_.empty();
  return !searched_.empty();
}

std::string_view WordSearch::first(const WordVectors& vectors) const {
  const int exact = vectors.words.find(searched_);
  if (exact >= 0) return vectors.words[static_cast<std::size_t>(exact)];
  if (found_.empty()) return {};
  const auto word = [&](int id) { return vectors.words[static_cast<std::size_t>(id)]; };
  const std::string small = folded(searched_);
  const auto same =
      std::find_if(found_.begin(), found_.end(), [&](int id) { return folded(word(id)) == small; });
  return word(same == found_.end() ? found_.front() : *same);
}

std::string WordSearch::told() const {
  if (searched_.empty()) return {};
  if (found_.empty()) return fmt::format("0 of {}", words_);
  if (found_.size() > kMostLit) return fmt::format("the first {} of {}", kMostLit, found_.size());
  return found_.size() == 1 ? "1 word" : fmt::format("{} words", found_.size());
}

// At the end of the field, over a text that is too long for both.
void WordSearch::draw_told(Ui& ui, Rect field) const {
  const std::string words = told();
  if (words.empty()) return;
  const Theme& theme = ui.theme;
  Rect inside = field.inset(theme.px(8), theme.px(4));
  const Rect place = inside.take_right(ui.canvas.width(words, theme.small()) + theme.px(6));
  ui.canvas.fill(place, theme.raised);
  ui.canvas.text_in(place, words, theme.small(), found_.empty() ? theme.error : theme.faint_ink,
                    Align::right);
}

void WordSearch::clear() {
  typed_.clear();
  searched_.clear();
  found_.clear();
}

}  // namespace glassformer
