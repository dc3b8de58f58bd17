#include "app/cli/eval_vectors.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "app/cli/command_options.h"
#include "app/cli/memory_option.h"
#include "app/cli/output.h"
#include "app/cli/vectors_argument.h"
#include "app/cli/whole_number.h"
#include "core/embed/eval/evaluate.h"
#include "core/embed/eval/rated_pairs.h"
#include "core/embed/vectors/subwords.h"
#include "core/formats/json.h"
#include "core/tensor/error.h"
#include "core/text/corpus.h"
#include "core/text/number_of.h"
#include "core/text/readable.h"

namespace glassformer {

namespace {

struct AnalogyArguments {
  VectorsArgument vectors;
  std::string questions;
  EvaluationOptions options;
  std::string method = "add";
  bool json = false;
};

std::vector<QuestionSection> questions_of(const std::string& file) {
  if (!file.empty()) return read_questions(file);
  const std::string text = Corpus().questions();
  return read_questions(*bytes_in_memory(text), "the questions made from facts");
}

std::string missed_text(const MissedQuestion& missed) {
  const AnalogyQuestion& q = missed.question;
  return readable(fmt::format("{} : {} = {} : {}, answered: {}", q[0], q[1], q[2], q[3],
                              missed.answer.empty() ? "nothing" : missed.answer));
}

// There is none of nothing.
std::string percentage(const auto& of) {
  return of.answered > 0 ? fmt::format("{:6.2f} %", 100 * of.accuracy())
                         : fmt::format("{:>8}", "–");
}

std::string as_text(const AnalogyScore& score) {
  std::string text;
  for (const SectionScore& s : score.sections) {
    text += fmt::format("{}  {:5} of {:5} answered, {:5} asked  {}\n", percentage(s), s.right,
                        s.answered, s.questions, readable(s.name));
    for (const MissedQuestion& missed : s.missed)
      text += "            " + missed_text(missed) + "\n";
  }
  text += fmt::format("{}  {:5} of {:5} answered, {:5} asked  in all\n", percentage(score),
                      score.right, score.answered, score.questions);
  if (score.answered == 0) text += "none, since no question has all four of its words here\n";
  return text;
}

std::string as_json(const AnalogyScore& score) {
  using Json = nlohmann::ordered_json;
  const auto share = [](const auto& of) { return of.answered > 0 ? Json(of.accuracy()) : Json(); };
  Json sections = Json::array();
  for (const SectionScore& s : score.sections) {
    Json section{{"name", readable(s.name)},
                 {"accuracy", share(s)},
                 {"answered", s.answered},
                 {"questions", s.questions}};
    for (const MissedQuestion& m : s.missed) {
      Json question = Json::array();
      for (const std::string& word : m.question) question.push_back(readable(word));
      section["missed"].push_back({{"question", question}, {"answer", readable(m.answer)}});
    }
    sections.push_back(section);
  }
  return Json{{"accuracy", share(score)},
              {"answered", score.answered},
              {"questions", score.questions},
              {"sections", sections}}
             .dump(2) +
         "\n";
}

// A line that is none is told by who reads them.
bool are_questions(std::string_view beginning) {
  return holds_questions(beginning) || begins_with_section(beginning);
}

int run_analogies(AnalogyArguments arguments) {
  if (arguments.questions.empty() && !arguments.vectors.file.empty() &&
      are_questions(first_bytes(arguments.vectors.file))) {
    std::swap(arguments.questions, arguments.vectors.file);
  }
  const WordVectorsPtr v = open_vectors(arguments.vectors);
  arguments.options.method =
      arguments.method == "multiply" ? AnalogyMethod::multiply : AnalogyMethod::add;
  const AnalogyScore score =
      evaluate_analogies(*v, questions_of(arguments.questions), arguments.options);
  print(arguments.json ? as_json(score) : as_text(score));
  return score.answered > 0 ? 0 : 1;
}

struct SimilarityArguments {
  VectorsArgument vectors;
  std::vector<std::string> files;
  std::string columns;
  bool compose = false, json = false;
};

// "2,3,4": three different columns, counted from 1.
std::optional<std::array<std::size_t, 3>> columns_from(const std::string& text) {
  if (text.empty()) return std::nullopt;
  constexpr std::size_t max = 1000;
  std::array<std::size_t, 3> columns{};
  const char* at = text.data();
  const char* const end = at + text.size();
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const auto [after, error] = std::from_chars(at, end, columns[k]);
    const bool first_of_its_kind =
        std::find(columns.begin(), columns.begin() + static_cast<std::ptrdiff_t>(k), columns[k]) ==
        columns.begin() + static_cast<std::ptrdiff_t>(k);
    const bool ends_well = k + 1 == columns.size() ? after == end : after < end && *after == ',';
    if (error != std::errc{} || columns[k] < 1 || columns[k] > max || !first_of_its_kind ||
        !ends_well) {
      throw UserError(fmt::format(
          "--columns: '{}' is not three different columns, those of the two words and of the "
          "rating; count them from 1, as in --columns 2,3,4",
          text));
    }
    at = after + (after < end ? 1 : 0);
  }
  return columns;
}

// "7 more with a word that is not known: king, queen and 3 more (all of them with --json)"
std::string unknown_text(const SimilarityScore& score) {
  constexpr std::size_t shown = 10;
  std::string text = fmt::format("{} more with a word that is not known", score.missing);
  for (std::size_t i = 0; i < std::min(shown, score.unknown.size()); ++i) {
    text += (i == 0 ? ": " : ", ") + readable(excerpt(score.unknown[i], 60));
  }
  if (score.unknown.size() > shown) {
    text += fmt::format(" and {} more words (--json lists all)", score.unknown.size() - shown);
  }
  return text;
}

int run_similarity(SimilarityArguments arguments) {
  if (arguments.files.size() == 2) arguments.vectors.file = arguments.files.front();
  RatedTableOptions options;
  options.columns = columns_from(arguments.columns);
  options.remedy = "name them, the words first, as in --columns 2,3,4";
  const RatedTable table = read_rated_table(arguments.files.back(), options);
  const WordVectorsPtr v = open_vectors(arguments.vectors);
  if (arguments.compose && !v->subwords) {
    throw UserError("--subwords: these vectors have no n-grams; leave it out");
  }
  const SimilarityScore score = evaluate_similarity(*v, table.pairs, arguments.compose);
  const bool known = std::isfinite(score.spearman);
  if (arguments.json) {
    nlohmann::ordered_json object{{"spearman", nullptr},
                                  {"pairs", score.pairs},
                                  {"missing", score.missing},
                                  {"columns", table.columns}};
    if (known) object["spearman"] = score.spearman;
    object["unknown"] = nlohmann::ordered_json::array();
    for (const std::string& word : score.unknown) object["unknown"].push_back(readable(word));
    print(object.dump(2) + "\n");
    return score.pairs > 0 ? 0 : 1;
  }
  print(fmt::format("Spearman's rank correlation  {}\n{}, {}\n{}\n",
                    known             ? fmt::format("{:.4f}", score.spearman)
                    : score.pairs < 2 ? "none, too few pairs"
                                      : "none, since all ratings or all cosines are the same",
                    number_of(score.pairs, "pair"), unknown_text(score), table.described));
  return score.pairs > 0 ? 0 : 1;
}

}  // namespace

std::function<int()> declare_eval_analogies(const CommandOptions& app) {
  auto arguments = std::make_shared<AnalogyArguments>();
  app.add_option("file", arguments->vectors.file,
                 "A file of word vectors; if left out, the shipped ones, also when the only file "
                 "holds questions")
      .check(file_name);
  app.add_option("questions", arguments->questions,
                 "Questions in the questions-words format; if left out, those made from facts")
      .check(file_name);
  add_vector_file_options(app, arguments->vectors);
  app.add_option("--restrict", arguments->options.restrict,
                 "Only the first N words take part; 0: all")
      .check(whole_number)
      .shows_default();
  app.add_option("--method", arguments->method, "add (3CosAdd) or multiply (3CosMul)")
      .one_of({"add", "multiply"})
      .shows_default();
  app.add_option("--wrong", arguments->options.misses, "Also list N misses of each section")
      .check(whole_number)
      .shows_default();
  declare_memory(app);
  app.add_flag("--json", arguments->json, "As JSON");
  return [arguments] { return run_analogies(*arguments); };
}

std::function<int()> declare_eval_similarity(const CommandOptions& app) {
  auto arguments = std::make_shared<SimilarityArguments>();
  app.add_option(
         "files", arguments->files,
         "[FILE] PAIRS: two words and a number on each line; without FILE, the shipped vectors")
      .required()
      .expected(1, 2);
  add_vector_file_options(app, arguments->vectors);
  app.add_option("--columns", arguments->columns,
                 "Where PAIRS has its two words and the rating, as in 2,3,4; if left out, found by "
                 "heading and content");
  app.add_flag("--subwords", arguments->compose,
               "Words that are not in the file get a vector from their n-grams");
  declare_memory(app);
  app.add_flag("--json", arguments->json, "As JSON");
  return [arguments] { return run_similarity(*arguments); };
}

}  // namespace glassformer
