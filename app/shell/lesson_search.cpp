#include "app/shell/lesson_search.h"

#include <algorithm>
#include <array>
#include <string>

#include "app/shell/search_words.h"
#include "core/lesson/step_title.h"
#include "core/text/unicode.h"

namespace glassformer {

namespace {

using Words = std::vector<std::string>;

std::string as_one(const Words& words, std::size_t begin) {
  std::string one;
  for (std::size_t i = begin; i < words.size(); ++i) one += words[i];
  return one;
}

// "multi-head" is two words, and one for those who write it so.
void add_words(Words& words, std::string_view text) {
  const std::string small = lower_case(text);
  bool inside = false;
  std::size_t begin = words.size();  // of the words that hyphens join
  Words joined;
  for (const std::string_view character : characters(small)) {
    const CharacterClass kind = class_of_character(character);
    const bool belongs = kind == CharacterClass::letter || kind == CharacterClass::digit;
    if (belongs && !inside) words.emplace_back();
    if (belongs) words.back() += character;
    inside = belongs;
    if (belongs || character.front() == '-') continue;
    if (words.size() > begin + 1) joined.push_back(as_one(words, begin));
    begin = words.size();
  }
  if (words.size() > begin + 1) joined.push_back(as_one(words, begin));
  words.insert(words.end(), joined.begin(), joined.end());
}

bool has_all(const Words& words, const Words& wanted) {
  return std::ranges::all_of(wanted, [&](const std::string& one) {
    return std::ranges::any_of(words, [&](const auto& word) { return word.starts_with(one); });
  });
}

}  // namespace

std::vector<LessonHit> search_lessons(const std::vector<Lesson>& lessons, std::string_view text) {
  std::string plain(text);
  std::ranges::replace(plain, '-', ' ');
  Words wanted;
  add_words(wanted, plain);
  enum Place { id, title, field, step_title, step_text };
  std::array<std::vector<LessonHit>, 5> found;
  for (std::size_t i = 0; i < lessons.size(); ++i) {
    const Lesson& lesson = lessons[i];
    const int index = static_cast<int>(i);
    // As the pages of the documentation name it.
    if (lower_case(text) == lesson.id) {
      found[id].push_back({index, -1});
      continue;
    }
    Words of_lesson;
    add_words(of_lesson, lesson.title);
    if (has_all(of_lesson, wanted)) {
      found[title].push_back({index, -1});
      continue;
    }
    Words of_field = of_lesson;
    add_words(of_field, lesson.group);
    add_words(of_field, search_words(lesson.id));
    if (has_all(of_field, wanted)) {
      found[field].push_back({index, -1});
      continue;
    }
    int by_title = -1, by_text = -1;  // the first step each
    for (int k = static_cast<int>(lesson.steps.size()) - 1; k >= 0; --k) {
      const Step& step = lesson.steps[static_cast<std::size_t>(k)];
      Words words = of_field;
      add_words(words, title_of(step));
      if (has_all(words, wanted)) by_title = k;
      add_words(words, step.text);
      if (has_all(words, wanted)) by_text = k;
    }
    if (by_title >= 0) {
      found[step_title].push_back({index, by_title});
    } else if (by_text >= 0) {
      found[step_text].push_back({index, by_text});
    }
  }
  std::vector<LessonHit> hits;
  for (const auto& part : found) hits.insert(hits.end(), part.begin(), part.end());
  return hits;
}

}  // namespace glassformer
