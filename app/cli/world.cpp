#include "core/text/world.h"
#include "app/cli/command_options.h"

#include <memory>

#include "app/cli/command.h"
#include "app/cli/output.h"
#include "app/cli/whole_number.h"
#include "core/text/fact_questions.h"

namespace glassformer {

namespace {

struct Arguments {
  std::string pair = "en-fr", split = "all";
  int count = 1000;
  std::uint64_t seed = 1;
  bool questions = false;
};

// "it 8-1": what "it" means; "it 8-1 6": and the other noun that it could mean
std::string as_text(const Reference& it) {
  std::string text = "it " + std::to_string(it.pronoun) + "-" + std::to_string(it.noun);
  return it.rival < 0 ? text : text + " " + std::to_string(it.rival);
}

// source, target, links as "0-0 1-2" (Moses and fast_align write alignments so)
std::string as_tsv(const std::vector<SentencePair>& pairs) {
  std::string text;
  for (const SentencePair& pair : pairs) {
    text += pair.source + "\t" + pair.target + "\t";
    for (std::size_t i = 0; i < pair.links.size(); ++i) {
      if (i > 0) text += " ";
      text += std::to_string(pair.links[i].source) + "-" + std::to_string(pair.links[i].target);
    }
    if (pair.it) text += "\t" + as_text(*pair.it);
    text += "\n";
  }
  return text;
}

// question, answer, and what the assistant that ships has done with the fact
std::string questions_as_tsv() {
  const FactQuestions facts;
  std::string text;
  for (const FactQuestion& one : facts.all()) {
    text += one.question + "\t" + one.answer() + "\t" + std::string(name(one.group)) + "\n";
  }
  return text;
}

int run(const Arguments& arguments) {
  if (arguments.questions) {
    print(questions_as_tsv());
    return 0;
  }
  std::vector<SentencePair> pairs =
      world_pairs(world_pair(arguments.pair), arguments.count, arguments.seed);
  if (arguments.split != "all") {
    Split parts = split(std::move(pairs));
    pairs = std::move(arguments.split == "test" ? parts.held_out : parts.train);
  }
  print(as_tsv(pairs));
  return 0;
}

std::function<int()> declare(const CommandOptions& app) {
  auto arguments = std::make_shared<Arguments>();
  app.add_option("--pair", arguments->pair, "en-fr or en-de")
      .one_of({"en-fr", "en-de"})
      .shows_default();
  app.add_option("--count", arguments->count, "Sentences, before they are split")
      .range(1, 1'000'000)
      .shows_default();
  app.add_option("--seed", arguments->seed, "Another seed, other sentences")
      .check(whole_number)
      .shows_default();
  app.add_option("--split", arguments->split, "all, train, or test: those never trained on")
      .one_of({"all", "train", "test"})
      .shows_default();
  app.add_flag(
      "--questions", arguments->questions,
      "Instead: the questions whose answers the tables of facts hold, those that *From next "
      "word to assistant* can judge; asked: learned with their answers, read: only read as "
      "a fact, unread: neither");
  const CommandOptions declared = app;
  return [arguments, declared] {
    if (arguments->questions) {
      declared.refuse({"--pair", "--count", "--seed", "--split"},
                      "says nothing of --questions; leave it out");
    }
    return run(*arguments);
  };
}

const RegisterCommand registered{
    {.name = "world",
     .summary = "Print sentence pairs of the small world, with their word alignment",
     .examples = "  glassformer world --pair en-fr --count 20\n"
                 "  glassformer world --pair en-de --count 60000 --split train > train.tsv\n"
                 "  glassformer world --questions | grep capital",
     .set_up = declare}};

}  // namespace

}  // namespace glassformer
