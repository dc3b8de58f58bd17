#include <CLI/CLI.hpp>
#include <memory>

#include "app/cli/command.h"
#include "app/cli/output.h"
#include "app/cli/whole_number.h"
#include "core/text/corpus.h"

namespace glassformer {

namespace {

struct Arguments {
  int sentences = Corpus::usual_sentences;
  std::uint64_t seed = 1;
};

std::function<int()> declare_corpus(CLI::App& app) {
  auto arguments = std::make_shared<Arguments>();
  app.add_option("--sentences", arguments->sentences, "How many, one a line")
      ->check(CLI::Range(1, 100'000'000))
      ->capture_default_str();
  app.add_option("--seed", arguments->seed, "Another seed, other sentences")
      ->check(whole_number)
      ->capture_default_str();
  return [arguments] {
    Corpus().write(arguments->sentences, arguments->seed,
                   [](std::string_view piece) { print(piece); });
    return 0;
  };
}

std::function<int()> declare_questions(CLI::App&) {
  return [] {
    print(Corpus().questions());
    return 0;
  };
}

const RegisterCommand make_corpus{
    {.name = "make-corpus",
     .summary = "Print the text that word vectors are trained on, made from facts",
     .examples = "  glassformer make-corpus > corpus.txt\n"
                 "  glassformer make-corpus --sentences 20 --seed 7",
     .declare = declare_corpus}};

const RegisterCommand make_questions{
    {.name = "make-questions",
     .summary = "Print analogies from the same facts, in the questions-words format",
     .examples = "  glassformer make-questions > questions.txt",
     .declare = declare_questions}};

}  // namespace

}  // namespace glassformer
