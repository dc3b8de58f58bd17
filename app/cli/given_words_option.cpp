#include "app/cli/given_words_option.h"

#include <cstdio>
#include <memory>
#include <utility>
#include <vector>

#include "app/cli/vectors_argument.h"
#include "core/embed/corpus/encoded_text.h"
#include "core/text/number_of.h"

namespace glassformer {

namespace {

// As words of a text, so with white space between them.
std::vector<std::string> words_of(const std::string& file, bool lower) {
  WordOptions cut;
  cut.lower = lower;
  const EncodedText text = encode_text_file(file, cut, 1);
  std::vector<std::string> words;
  for (std::size_t i = 0; i < text.words.size(); ++i) words.emplace_back(text.words[i]);
  return words;
}

}  // namespace

void declare_given_words(const CommandOptions& app, GivenWordsOption& option) {
  app.add_option(
         "--from", option.from,
         "Begin from the vectors in FILE, a .safetensors that this command wrote: its words "
         "keep their vectors, and only new words learn")
      .type_name("FILE")
      .check(file_name);
  app.add_option(
         "--learn", option.learn,
         "With --from: words of FILE that learn anew, a list with spaces or line breaks between")
      .type_name("FILE")
      .check(file_name);
}

void take_given_words(const GivenWordsOption& option, const CommandOptions& given,
                      VectorOptions& config) {
  if (option.from.empty()) return;
  auto words = std::make_shared<GivenWords>();
  words->vectors = read_vectors(option.from);
  words->name = option.from;
  if (!option.learn.empty()) words->learning = words_of(option.learn, given.count("--lower") > 0);
  if (given.count("--dim") == 0) config.dim = static_cast<int>(words->vectors->dim());
  config.given = words;
}

EncodedText joined_with(const GivenWords& given, EncodedText text) {
  std::size_t learn = 0;
  for (std::size_t i = 0; i < text.words.size(); ++i) {
    if (given.vectors->words.find(text.words[i]) < 0) ++learn;
  }
  const std::size_t fresh = learn;
  std::string nowhere;
  for (const std::string& word : given.learning) {
    const bool known = given.vectors->words.find(word) >= 0, used = text.words.find(word) >= 0;
    if (known && used) ++learn;
    if (!used) nowhere += (nowhere.empty() ? "" : ", ") + word;
  }
  if (!nowhere.empty()) {
    std::fprintf(stderr, "glassformer: not in the text, so not learned: %s\n", nowhere.c_str());
  }
  const std::size_t kept = given.vectors->words.size() - (learn - fresh);
  std::fprintf(stderr, "%s%s, %zu learn\n", number_of(kept, "word").c_str(),
               kept == 1 ? " keeps its vectors" : " keep their vectors", learn);
  if (learn == 0) {
    std::fprintf(stderr, "glassformer: %s has all words of the text, so nothing is learned\n",
                 given.name.c_str());
  }
  return joined(std::move(text), *given.vectors);
}

}  // namespace glassformer
