#include "app/own/own_vectors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string_view>

#include "core/embed/files/default_vectors.h"
#include "core/tensor/rng.h"

namespace glassformer {

namespace {

constexpr std::uint64_t kSeed = 5;

}  // namespace

WordVectorsPtr vectors_of(const std::vector<std::string>& words, std::size_t dim, double spread) {
  auto made = std::make_shared<WordVectors>();
  RowsBuilder rows(words.size(), dim);
  Rng rng(kSeed);
  for (std::size_t w = 0; w < words.size(); ++w) {
    made->words.add(words[w]);
    for (float& cell : rows[w]) cell = static_cast<float>(0.3 + spread * rng.normal());
  }
  made->vectors = rows.finish();
  made->origin = "mine.vec";
  return made;
}

std::vector<std::string> numbered_words(const std::string& stem, int count) {
  std::vector<std::string> words;
  for (int i = 1; i <= count; ++i) words.push_back(fmt::format("{}{}", stem, i));
  return words;
}

std::vector<std::string> french_words() {
  std::vector<std::string> words{"de",    "la",    "le",    "les",   "et",   "des",   "est",
                                 "une",   "que",   "dans",  "pas",   "du",   "elle",  "roi",
                                 "reine", "homme", "femme", "chien", "chat", "petit", "grand"};
  const std::vector<std::string> more = numbered_words("mot", 200);
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

WordVectorsPtr shuffled_world() {
  const WordVectorsPtr ours = default_vectors();
  auto made = std::make_shared<WordVectors>();
  RowsBuilder rows(ours->words.size(), ours->dim());
  Rng rng(kSeed);
  for (std::size_t w = 0; w < ours->words.size(); ++w) {
    made->words.add(ours->words[w]);
    for (float& cell : rows[w]) cell = static_cast<float>(rng.normal());
  }
  made->vectors = rows.finish();
  made->origin = "mine.vec";
  return made;
}

WordVectorsPtr one_sided_vectors() {
  const std::vector<std::string> named{"she",  "he",   "woman", "man", "nurse", "captain", "hot",
                                       "warm", "cold", "cool",  "big", "large", "small"};
  std::vector<std::string> words = named;
  const std::vector<std::string> more = numbered_words("word", 60);
  words.insert(words.end(), more.begin(), more.end());
  auto made = std::make_shared<WordVectors>();
  RowsBuilder rows(words.size(), 6);
  Rng rng(kSeed);
  for (std::size_t w = 0; w < words.size(); ++w) {
    made->words.add(words[w]);
    for (float& cell : rows[w]) cell = static_cast<float>(0.2 * rng.normal());
  }
  const auto set = [&](std::string_view word, std::vector<float> row) {
    std::copy(row.begin(), row.end(),
              rows[static_cast<std::size_t>(made->words.find(word))].begin());
  };
  set("she", {1, 0, 1, 0, 0, 0});
  set("he", {-1, 0, 1, 0, 0, 0});
  set("nurse", {1, 0.5F, 0, 0, 0, 0});
  set("captain", {0.5F, 1, 0, 0, 0, 0});
  for (const char* const word : {"hot", "warm"}) set(word, {0, 0, 0, 1, 0, 0});
  for (const char* const word : {"cold", "cool"}) set(word, {0, 0, 0, -1, 0.2F, 0});
  for (const char* const word : {"big", "large"}) set(word, {0, 0, 0, 0, 1, 0});
  set("small", {0, 0, 0, 0, 0, 1});
  made->vectors = rows.finish();
  made->origin = "mine.vec";
  return made;
}

}  // namespace glassformer
