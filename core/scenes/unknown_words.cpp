#include "core/scenes/unknown_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "core/text/readable.h"

namespace glassformer {

namespace {

constexpr std::size_t kExamples = 8;
constexpr std::size_t kMostNamed = 4;

// What is in the vocabulary beside <s> and the like.
std::vector<std::string> words_of(const Tokenizer& tokenizer) {
  std::vector<std::string> words = tokenizer.pieces();
  std::erase_if(words, [](const std::string& piece) { return piece.starts_with('<'); });
  return words;
}

// Some of them, from all over: long ones tell most of what it is about.
std::vector<std::string> examples(std::vector<std::string> words) {
  std::erase_if(words,
                [](const std::string& word) { return word.size() < 4 || readable(word) != word; });
  std::vector<std::string> some;
  const std::size_t count = std::min(kExamples, words.size());
  for (std::size_t i = 0; i < count; ++i) some.push_back(words[i * words.size() / count]);
  return some;
}

}  // namespace

std::string unknown_words_note(const Checkpoint& checkpoint, std::string_view sentence) {
  const Tokenizer& tokenizer = checkpoint.source();
  const int unknown = tokenizer.special().unknown;
  if (unknown < 0 || !tokenizer.splits_into_words()) return {};
  const std::vector<int> ids = tokenizer.encode(sentence);
  const std::vector<std::string> texts = tokenizer.split(sentence);
  std::vector<std::string> strange;
  for (std::size_t i = 0; i < std::min(ids.size(), texts.size()); ++i) {
    const std::string word = fmt::format("“{}”", texts[i]);
    if (ids[i] == unknown && std::ranges::find(strange, word) == strange.end()) {
      strange.push_back(word);
    }
  }
  if (strange.empty()) return {};
  const std::vector<std::string> known = words_of(tokenizer);
  const bool one = strange.size() == 1;
  const std::size_t more = strange.size() > kMostNamed ? strange.size() - kMostNamed : 0;
  strange.resize(strange.size() - more);
  std::string named = fmt::format("{}", fmt::join(strange, ", "));
  if (more > 0) named += fmt::format(" and {} more", more);
  return fmt::format(
      "the model has never seen {}: it reads {} as {}. It knows {} words, among them {}", named,
      one ? "it" : "each of them", tokenizer.pieces()[static_cast<std::size_t>(unknown)],
      known.size(), fmt::join(examples(known), ", "));
}

void note_unknown_words(Run& run, const Checkpoint& checkpoint, std::string_view sentence) {
  std::string note = unknown_words_note(checkpoint, sentence);
  if (!note.empty()) run.notes.push_back(std::move(note));
}

}  // namespace glassformer
