#include "app/cli/given_words_option.h"

#include <memory>
#include <vector>

#include "app/cli/vectors_argument.h"
#include "core/embed/corpus/encoded_text.h"

namespace glassformer {

namespace {

// Parted by white space, as words of a text are.
std::vector<std::string> words_of(const std::string& file) {
  const EncodedText text = encode_text_file(file, {}, 1);
  std::vector<std::string> words;
  for (std::size_t i = 0; i < text.words.size(); ++i) words.emplace_back(text.words[i]);
  return words;
}

}  // namespace

void declare_given_words(const CommandOptions& app, GivenWordsOption& option) {
  app.add_option("--from", option.from,
                 "Vectors with their output vectors, as this command writes them: words that they "
                 "have keep theirs, and only others learn")
      .type_name("FILE")
      .check(file_name);
  app.add_option("--learn", option.learn,
                 "With --from: a list of words, parted by white space, that learn all the same")
      .type_name("FILE")
      .check(file_name);
}

void take_given_words(const GivenWordsOption& option, const CommandOptions& given,
                      VectorOptions& config) {
  if (option.from.empty()) return;
  auto words = std::make_shared<GivenWords>();
  words->vectors = read_vectors(option.from);
  if (!option.learn.empty()) words->learning = words_of(option.learn);
  if (given.count("--dim") == 0) config.dim = static_cast<int>(words->vectors->dim());
  config.given = words;
}

}  // namespace glassformer
