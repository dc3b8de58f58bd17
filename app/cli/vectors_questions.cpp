#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/card/vector_engines.h"
#include "app/cli/backend_option.h"
#include "app/cli/command_options.h"
#include "app/cli/output.h"
#include "app/cli/vectors_argument.h"
#include "app/cli/vectors_parts.h"
#include "app/cli/whole_number.h"
#include "core/embed/search/analogy.h"
#include "core/embed/search/expression.h"
#include "core/embed/search/neighbours.h"
#include "core/embed/search/row_search.h"
#include "core/tensor/error.h"
#include "core/text/readable.h"

namespace glassformer {

namespace {

struct Arguments {
  VectorsArgument vectors;
  std::vector<std::string> texts;  // [FILE] and the question
  std::size_t count = 10, first = 0;
  bool euclid = false, include = false, json = false;
  std::string method = "add", backend = "cpu";
};

const std::map<std::string, AnalogyMethod> methods{{"add", AnalogyMethod::add},
                                                   {"multiply", AnalogyMethod::multiply},
                                                   {"direction", AnalogyMethod::direction}};

// Whoever forgot the question has named the file alone.
void check_asked(const WordVectors& v, const std::string& first) {
  std::error_code none;
  if (v.words.find(first) >= 0 || !std::filesystem::is_regular_file(first, none)) return;
  throw UserError(first + ": is a file; say after it what it is to be asked");
}

// The vectors, and the question without the file before it.
WordVectorsPtr open(Arguments& arguments, std::size_t question) {
  for (std::string& text : arguments.texts) {
    if (text.starts_with(word_mark)) text.erase(0, 1);
  }
  if (arguments.texts.size() > question) {
    if (const std::string wrong = file_name(arguments.texts.front()); !wrong.empty()) {
      throw UserError("FILE: " + wrong);
    }
    arguments.vectors.file = arguments.texts.front();
    arguments.texts.erase(arguments.texts.begin());
    return open_vectors(arguments.vectors);
  }
  WordVectorsPtr v = open_vectors(arguments.vectors);
  check_asked(*v, arguments.texts.front());
  return v;
}

void tell_made(const WordVectors& v, const std::vector<WordTerm>& terms) {
  for (const WordTerm& term : terms) {
    if (term.id >= 0) continue;
    const bool listed = v.words.find(term.word) >= 0;
    std::fprintf(stderr, "glassformer: '%s' %s composed from its parts, the n-grams\n",
                 without_endless_words(readable(term.word)).c_str(),
                 listed ? "has a vector of its own, but the one asked for is"
                        : "is not among the words; its vector is");
  }
}

std::string word_of(const WordVectors& v, int id) {
  return readable(v.words[static_cast<std::size_t>(id)]);
}

// Every question on the graphics card if that is wanted and it can, however few the words are.
class OnCard : public RowSearches {
 public:
  explicit OnCard(std::shared_ptr<Backend> backend) : backend_(std::move(backend)) {}
  RowSearchPtr of(const Rows& rows) override { return row_search(backend_, rows); }

 private:
  std::shared_ptr<Backend> backend_;
};

template <class Ask>
auto asked(const Arguments& arguments, const Ask& ask) {
  const SearchWith searching(std::make_shared<OnCard>(chosen_backend(arguments.backend)));
  auto found = ask();
  if (!search_failure().empty()) {
    std::fprintf(stderr, "glassformer: %s\n", search_failure().c_str());
  }
  return found;
}

int run_neighbours(Arguments arguments) {
  const WordVectorsPtr v = open(arguments, 1);
  const WordTerm term = term_of(*v, arguments.texts[0]);
  tell_made(*v, {term});
  std::vector<int> own;
  if (term.id >= 0) own.push_back(term.id);
  const std::span<const float> query = term.id >= 0 ? v->vectors[static_cast<std::size_t>(term.id)]
                                                    : std::span<const float>(term.direction);
  const Nearness nearness = arguments.euclid ? Nearness::euclid : Nearness::cosine;
  if (!arguments.euclid && std::ranges::all_of(query, [](float x) { return x == 0; })) {
    throw UserError(fmt::format(
        "the vector of '{}' is 0 in every cell: it points nowhere, so no word is nearer to it than "
        "another; --euclid measures distances instead",
        readable(term.word)));
  }
  const auto found = asked(arguments, [&] {
    return neighbours(v->vectors, query, arguments.count, nearness, own, arguments.first);
  });
  const char* const measure = arguments.euclid ? "distance" : "cosine";
  if (arguments.json) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Scored& s : found) list.push_back({{"word", word_of(*v, s.id)}, {measure, s.score}});
    print(nlohmann::ordered_json{
              {"word", readable(term.word)}, {"known", term.id >= 0}, {"neighbours", list}}
              .dump(2) +
          "\n");
    return 0;
  }
  std::string text;
  for (const Scored& s : found) text += fmt::format("{:.6f}  {}\n", s.score, word_of(*v, s.id));
  print(text);
  return 0;
}

void print_answers(const WordVectors& v, const std::vector<WordTerm>& terms,
                   const Arguments& arguments) {
  tell_made(v, terms);
  const AnalogyMethod method = methods.at(arguments.method);
  AnalogyOptions options;
  options.count = arguments.count;
  options.first = arguments.first;
  options.exclude = !arguments.include;
  const auto found = asked(arguments, [&] { return answers(v, terms, method, options); });
  if (!arguments.json) {
    std::string text;
    for (const Answer& answer : found) {
      text += fmt::format("{:.6f}  {}\n", answer.score, word_of(v, answer.id));
    }
    print(text);
    return;
  }
  nlohmann::ordered_json asked = nlohmann::ordered_json::array();
  for (const WordTerm& term : terms) {
    asked.push_back(
        {{"word", readable(term.word)}, {"factor", term.factor}, {"known", term.id >= 0}});
  }
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Answer& answer : found) {
    list.push_back(
        {{"word", word_of(v, answer.id)}, {"score", answer.score}, {"cosines", answer.cosines}});
  }
  print(nlohmann::ordered_json{
            {"terms", asked}, {"method", std::string(name_of(method))}, {"answers", list}}
            .dump(2) +
        "\n");
}

int run_analogy(Arguments arguments) {
  const WordVectorsPtr v = open(arguments, 3);
  const auto& words = arguments.texts;
  print_answers(*v, {term_of(*v, words[1], 1), term_of(*v, words[0], -1), term_of(*v, words[2], 1)},
                arguments);
  return 0;
}

int run_arith(Arguments arguments) {
  if (arguments.texts.size() > 2) {
    throw UserError(
        "the expression is in several pieces; put it in quotes, as in 'king - man + woman'");
  }
  const WordVectorsPtr v = open(arguments, 1);
  ExpressionNotes notes;
  const auto terms = terms_of(*v, arguments.texts[0], &notes);
  for (const std::string& note : notes.all())
    std::fprintf(stderr, "glassformer: %s\n", note.c_str());
  print_answers(*v, terms, arguments);
  return 0;
}

void add_common(const CommandOptions& app, Arguments& arguments) {
  arguments.vectors.usual_real = true;
  add_vector_file_options(app, arguments.vectors);
  app.add_option("--count", arguments.count, "How many answers")
      .range(1, 1'000'000)
      .shows_default();
  app.add_option("--restrict", arguments.first, "Only the first N words may be answers; 0: all")
      .check(whole_number)
      .shows_default();
  app.add_flag("--json", arguments.json, "As JSON");
}

void add_method(const CommandOptions& app, Arguments& arguments) {
  app.add_option("--method", arguments.method,
                 "add (3CosAdd), multiply (3CosMul) or direction (of a pair)")
      .one_of({"add", "multiply", "direction"})
      .shows_default();
  app.add_flag("--include", arguments.include, "The words of the question may be answers");
  declare_backend(app, arguments.backend);  // for 3CosAdd
}

}  // namespace

std::function<int()> declare_vectors_neighbours(const CommandOptions& app) {
  auto arguments = std::make_shared<Arguments>();
  app.add_option("word", arguments->texts, "[FILE] WORD; without FILE, the shipped vectors")
      .required()
      .expected(1, 2);
  add_common(app, *arguments);
  app.add_flag("--euclid", arguments->euclid, "By Euclidean distance instead of the cosine");
  declare_backend(app, arguments->backend);
  return [arguments] { return run_neighbours(*arguments); };
}

std::function<int()> declare_vectors_analogy(const CommandOptions& app) {
  auto arguments = std::make_shared<Arguments>();
  // Not "words": newer versions of CLI11 take that for the option --words.
  app.add_option("question", arguments->texts,
                 "[FILE] A B C: A is to B as C is to what? Paris France Rome")
      .required()
      .expected(3, 4);
  add_common(app, *arguments);
  add_method(app, *arguments);
  return [arguments] { return run_analogy(*arguments); };
}

std::function<int()> declare_vectors_arith(const CommandOptions& app) {
  auto arguments = std::make_shared<Arguments>();
  app.add_option("expression", arguments->texts,
                 "[FILE] EXPRESSION, as in 'king - man + woman', '2*big - small', '\"new york\" - "
                 "(city + town) / 2'")
      .required()
      .expected_any();
  add_common(app, *arguments);
  add_method(app, *arguments);
  return [arguments] { return run_arith(*arguments); };
}

}  // namespace glassformer
