#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/command.h"
#include "app/cli/command_options.h"
#include "app/cli/output.h"
#include "app/cli/vectors_argument.h"
#include "app/cli/whole_number.h"
#include "core/embed/corpus/wordnet.h"
#include "core/embed/eval/questions.h"
#include "core/formats/byte_source.h"
#include "core/formats/json.h"
#include "core/text/corpus.h"

namespace glassformer {

namespace {

struct Arguments {
  int sentences = Corpus::usual_sentences;
  std::uint64_t seed = 1;
  std::string wordnet;  // a folder; empty: the text is made from facts
  bool json = false;
};

// Gives what comes in pieces of whole lines to `print`, as elements of a JSON array.
class JsonLines {
 public:
  void add(std::string_view piece) {
    std::string lines;
    for (const char c : piece) {
      if (c != '\n') {
        line_ += c;
        continue;
      }
      lines += (first_ ? "\n" : ",\n") + json_string(line_);
      first_ = false;
      line_.clear();
    }
    print(lines);
  }

 private:
  std::string line_;
  bool first_ = true;
};

// The pieces of whole lines that make up the text, one after the other; it is never held whole.
void each_piece(const Arguments& a, const std::function<void(std::string_view)>& take) {
  if (!a.wordnet.empty()) return write_wordnet_text(read_wordnet(a.wordnet), take);
  Corpus().write(a.sentences, a.seed, take);
}

// {"sentences": …, "seed": …, "text": ["…", …]}, a sentence a line; of WordNet {"wordnet": FOLDER,
// "text": …}.
void print_as_json(const Arguments& a) {
  print(a.wordnet.empty()
            ? fmt::format("{{\"sentences\": {}, \"seed\": {}, \"text\": [", a.sentences, a.seed)
            : fmt::format("{{\"wordnet\": {}, \"text\": [", json_string(a.wordnet)));
  JsonLines lines;
  each_piece(a, [&](std::string_view piece) { lines.add(piece); });
  print("\n]}\n");
}

std::function<int()> declare_corpus(const CommandOptions& app) {
  auto arguments = std::make_shared<Arguments>();
  app.add_option("--sentences", arguments->sentences, "How many sentences, one on each line")
      .range(1, 100'000'000)
      .shows_default();
  app.add_option("--seed", arguments->seed, "Another seed, other sentences")
      .check(whole_number)
      .shows_default();
  app.add_option("--wordnet", arguments->wordnet,
                 "A folder of WordNet 3 (Debian's wordnet-base: /usr/share/wordnet): its "
                 "definitions, examples and relations as a text, instead of the one from facts")
      .check(file_name);
  app.add_flag("--json", arguments->json, "As JSON");
  return [arguments] {
    if (arguments->json) {
      print_as_json(*arguments);
      return 0;
    }
    each_piece(*arguments, [](std::string_view piece) { print(piece); });
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
     .summary = "Print the texts that word vectors are trained on, made from facts or from WordNet",
     .examples = "  glassformer make-corpus > corpus.txt\n"
                 "  glassformer make-corpus --sentences 20 --seed 7\n"
                 "  glassformer make-corpus --wordnet /usr/share/wordnet > wordnet.txt",
     .set_up = declare_corpus}};

const RegisterCommand make_questions{
    {.name = "make-questions",
     .summary = "Print analogies from the same facts, in the questions-words format",
     .examples = "  glassformer make-questions > questions.txt",
     .set_up = declare_questions}};

}  // namespace

}  // namespace glassformer
