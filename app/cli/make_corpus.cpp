#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/command.h"
#include "app/cli/command_options.h"
#include "app/cli/output.h"
#include "app/cli/whole_number.h"
#include "core/embed/eval/questions.h"
#include "core/formats/byte_source.h"
#include "core/formats/json.h"
#include "core/text/corpus.h"

namespace glassformer {

namespace {

struct Arguments {
  int sentences = Corpus::usual_sentences;
  std::uint64_t seed = 1;
  bool json = false;
};

// {"sentences": …, "seed": …, "text": ["…", …]}, a sentence a line; the corpus is never held whole.
void print_as_json(const Arguments& a) {
  print(fmt::format("{{\"sentences\": {}, \"seed\": {}, \"text\": [", a.sentences, a.seed));
  std::string line;
  bool first = true;
  Corpus().write(a.sentences, a.seed, [&](std::string_view piece) {
    std::string lines;
    for (const char c : piece) {
      if (c != '\n') {
        line += c;
        continue;
      }
      lines += (first ? "\n" : ",\n") + json_string(line);
      first = false;
      line.clear();
    }
    print(lines);
  });
  print("\n]}\n");
}

std::function<int()> declare_corpus(const CommandOptions& app) {
  auto arguments = std::make_shared<Arguments>();
  app.add_option("--sentences", arguments->sentences, "How many, one a line")
      .range(1, 100'000'000)
      .shows_default();
  app.add_option("--seed", arguments->seed, "Another seed, other sentences")
      .check(whole_number)
      .shows_default();
  app.add_flag("--json", arguments->json, "As JSON");
  return [arguments] {
    if (arguments->json) {
      print_as_json(*arguments);
      return 0;
    }
    Corpus().write(arguments->sentences, arguments->seed,
                   [](std::string_view piece) { print(piece); });
    return 0;
  };
}

// {"sections": [{"name": …, "questions": [[four words], …]}, …]}
std::string as_json(const std::string& questions) {
  using Json = nlohmann::ordered_json;
  Json sections = Json::array();
  for (const QuestionSection& section :
       read_questions(*bytes_in_memory(questions), "the questions made from facts")) {
    sections.push_back({{"name", section.name}, {"questions", section.questions}});
  }
  return Json{{"sections", sections}}.dump() + "\n";
}

std::function<int()> declare_questions(const CommandOptions& app) {
  auto json = std::make_shared<bool>(false);
  app.add_flag("--json", *json, "As JSON");
  return [json] {
    const std::string questions = Corpus().questions();
    print(*json ? as_json(questions) : questions);
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
