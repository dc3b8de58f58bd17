#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/command.h"
#include "app/cli/command_options.h"
#include "app/cli/output.h"
#include "app/cli/vectors_argument.h"
#include "app/cli/whole_number.h"
#include "core/embed/corpus/wordnet.h"
#include "core/embed/corpus/wordnet_names.h"
#include "core/embed/corpus/wordnet_sentences.h"
#include "core/embed/eval/questions.h"
#include "core/formats/byte_source.h"
#include "core/formats/json.h"
#include "core/tensor/error.h"
#include "core/text/corpus.h"

namespace glassformer {

namespace {

struct Arguments {
  int sentences = Corpus::usual_sentences;
  std::uint64_t seed = 1;
  std::string wordnet;  // a folder; empty: the text is made from facts
  std::string part = "definitions", held_out;
  bool json = false;
};

void needs_wordnet(const std::string& option, const std::string& wordnet) {
  if (wordnet.empty()) {
    throw UserError(option + " needs WordNet; name its folder with --wordnet, or leave " + option +
                    " out");
  }
}

// "1-20": the capitals from the first to the last of these, in the order of capitals_of(). Throws
// UserError.
std::vector<Capital> capitals_in(const WordNet& wordnet, const std::string& range) {
  const std::vector<Capital> all = capitals_of(wordnet, WordNetNames(wordnet, {}));
  std::size_t first = 0, last = 0;
  char more = 0;
  if (std::sscanf(range.c_str(), "%zu-%zu%c", &first, &last, &more) != 2 || first < 1 ||
      last < first || last > all.size()) {
    throw UserError(fmt::format("'{}' is no range of the {} capitals; give one such as 1-20", range,
                                all.size()));
  }
  return {all.begin() + static_cast<std::ptrdiff_t>(first - 1),
          all.begin() + static_cast<std::ptrdiff_t>(last)};
}

void write_of_wordnet(const Arguments& a, const std::function<void(std::string_view)>& take) {
  const WordNet wordnet = read_wordnet(a.wordnet);
  WordNetTextOptions options{everyday_words(), {}};
  if (!a.held_out.empty()) {
    for (const Capital& capital : capitals_in(wordnet, a.held_out)) {
      options.held_out.push_back(capital.city);
    }
  }
  if (a.part == "definitions") return write_wordnet_text(wordnet, options, take);
  if (a.part == "sentences") return write_wordnet_sentences(wordnet, options, a.seed, take);
  for (const std::string& word : words_of_wordnet_sentences(wordnet, options)) take(word + "\n");
}

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
  if (!a.wordnet.empty()) return write_of_wordnet(a, take);
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
  app.add_option(
         "--part", arguments->part,
         "With --wordnet: definitions, with examples and relations; sentences made from the "
         "relations, about places, persons and everyday words; or words, a list of those "
         "that the sentences are to teach")
      .one_of({"definitions", "sentences", "words"})
      .shows_default();
  app.add_option(
         "--held-out", arguments->held_out,
         "With --wordnet: a range of capitals, as 1-20, that no sentence and no relation calls a "
         "capital; their definitions stay")
      .type_name("FIRST-LAST");
  app.add_flag("--json", arguments->json, "As JSON");
  const CommandOptions declared = app;
  return [arguments, declared] {
    for (const char* const option : {"--part", "--held-out"}) {
      if (declared.count(option) > 0) needs_wordnet(option, arguments->wordnet);
    }
    if (!arguments->wordnet.empty() && declared.count("--sentences") > 0) {
      std::fprintf(stderr, "glassformer: --sentences does nothing with --wordnet\n");
    }
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

std::string questions_of_capitals(const std::string& folder, const std::string& range) {
  const WordNet wordnet = read_wordnet(folder);
  const std::vector<Capital> capitals =
      range.empty() ? capitals_of(wordnet, WordNetNames(wordnet, {})) : capitals_in(wordnet, range);
  std::string city_first = ": city-first\n", country_first = ": country-first\n";
  for (const Capital& a : capitals) {
    for (const Capital& b : capitals) {
      if (&a == &b) continue;
      city_first +=
          fmt::format("{} {} {} {}\n", a.city_name, a.country_name, b.city_name, b.country_name);
      country_first +=
          fmt::format("{} {} {} {}\n", a.country_name, a.city_name, b.country_name, b.city_name);
    }
  }
  return city_first + country_first;
}

std::function<int()> declare_questions(const CommandOptions& app) {
  struct Questions {
    std::string wordnet, capitals;
    bool json = false;
  };
  auto arguments = std::make_shared<Questions>();
  app.add_option("--wordnet", arguments->wordnet,
                 "A folder of WordNet 3: analogies between its capitals and their countries, city "
                 "first and country first")
      .check(file_name);
  app.add_option("--capitals", arguments->capitals,
                 "With --wordnet: only a range of them, as 1-20; those of the countries with the "
                 "most relations come first")
      .type_name("FIRST-LAST");
  app.add_flag("--json", arguments->json, "As JSON");
  return [arguments] {
    if (!arguments->capitals.empty()) needs_wordnet("--capitals", arguments->wordnet);
    const std::string questions =
        arguments->wordnet.empty() ? Corpus().questions()
                                   : questions_of_capitals(arguments->wordnet, arguments->capitals);
    print(arguments->json ? as_json(questions) : questions);
    return 0;
  };
}

const RegisterCommand make_corpus{
    {.name = "make-corpus",
     .summary = "Print the texts that word vectors are trained on, made from facts or from WordNet",
     .examples = "  glassformer make-corpus > corpus.txt\n"
                 "  glassformer make-corpus --sentences 20 --seed 7\n"
                 "  glassformer make-corpus --wordnet /usr/share/wordnet > wordnet.txt\n"
                 "  glassformer make-corpus --wordnet /usr/share/wordnet --part sentences",
     .set_up = declare_corpus}};

const RegisterCommand make_questions{
    {.name = "make-questions",
     .summary = "Print analogies from the same facts, or of capitals from WordNet, in the "
                "questions-words format",
     .examples = "  glassformer make-questions > questions.txt\n"
                 "  glassformer make-questions --wordnet /usr/share/wordnet --capitals 1-20",
     .set_up = declare_questions}};

}  // namespace

}  // namespace glassformer
