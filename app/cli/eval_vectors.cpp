#include "app/cli/eval_vectors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/cli/command_options.h"
#include "app/cli/memory_option.h"
#include "app/cli/output.h"
#include "app/cli/vectors_argument.h"
#include "app/cli/whole_number.h"
#include "core/embed/eval/evaluate.h"
#include "core/embed/vectors/subwords.h"
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

std::string as_text(const AnalogyScore& score) {
  std::string text;
  for (const SectionScore& s : score.sections) {
    text += fmt::format("{:6.2f} %  {:5} of {:5} answered, {:5} asked  {}\n", 100 * s.accuracy(),
                        s.right, s.answered, s.questions, readable(s.name));
    for (const MissedQuestion& missed : s.missed)
      text += "            " + missed_text(missed) + "\n";
  }
  text += fmt::format("{:6.2f} %  {:5} of {:5} answered, {:5} asked  in all\n",
                      100 * score.accuracy(), score.right, score.answered, score.questions);
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

int run_analogies(AnalogyArguments arguments) {
  if (arguments.questions.empty() && !arguments.vectors.file.empty() &&
      holds_questions(first_bytes(arguments.vectors.file))) {
    std::swap(arguments.questions, arguments.vectors.file);
  }
  const WordVectorsPtr v = open_vectors(arguments.vectors);
  arguments.options.method =
      arguments.method == "multiply" ? AnalogyMethod::multiply : AnalogyMethod::add;
  const AnalogyScore score =
      evaluate_analogies(*v, questions_of(arguments.questions), arguments.options);
  print(arguments.json ? as_json(score) : as_text(score));
  return 0;
}

struct SimilarityArguments {
  VectorsArgument vectors;
  std::vector<std::string> files;
  bool compose = false, json = false;
};

int run_similarity(SimilarityArguments arguments) {
  if (arguments.files.size() == 2) arguments.vectors.file = arguments.files.front();
  const std::vector<RatedPair> pairs = read_rated_pairs(arguments.files.back());
  const WordVectorsPtr v = open_vectors(arguments.vectors);
  if (arguments.compose && !v->subwords) {
    throw UserError("--subwords: these vectors have no n-grams; leave it out");
  }
  const SimilarityScore score = evaluate_similarity(*v, pairs, arguments.compose);
  const bool known = std::isfinite(score.spearman);
  if (arguments.json) {
    nlohmann::ordered_json object{
        {"spearman", nullptr}, {"pairs", score.pairs}, {"missing", score.missing}};
    if (known) object["spearman"] = score.spearman;
    print(object.dump(2) + "\n");
    return 0;
  }
  print(fmt::format("Spearman's rank correlation  {}\n{}, {} more with a word that is not known\n",
                    known             ? fmt::format("{:.4f}", score.spearman)
                    : score.pairs < 2 ? "none, too few pairs"
                                      : "none, since all ratings or all cosines are the same",
                    number_of(score.pairs, "pair"), score.missing));
  return 0;
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
  app.add_flag("--subwords", arguments->compose,
               "Words that are not in the file get a vector from their n-grams");
  declare_memory(app);
  app.add_flag("--json", arguments->json, "As JSON");
  return [arguments] { return run_similarity(*arguments); };
}

}  // namespace glassformer
