#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/command.h"
#include "app/cli/command_options.h"
#include "app/cli/eval_language.h"
#include "app/cli/eval_vectors.h"
#include "app/cli/memory_option.h"
#include "app/cli/model_argument.h"
#include "app/cli/output.h"
#include "app/cli/train_model.h"
#include "core/decode/evaluate.h"
#include "core/tensor/error.h"
#include "core/text/number_of.h"
#include "core/text/pairs_file.h"
#include "core/text/readable.h"
#include "core/text/world.h"
#include "core/train/pair_data.h"

namespace glassformer {

namespace {

constexpr int world_sentences = 60'000;  // of which one in 30 is held out
constexpr std::uint64_t world_seed = 1;
constexpr std::size_t choosing_pairs = 300;

struct Arguments {
  std::string model = "en-fr", pairs, pair, task = "world";
  int wrong = 0;
  bool json = false, by_length = false;
  TaskChoice choice;
};

struct Data {
  std::vector<SentencePair> pairs, choosing;  // what is scored; by what the head is chosen
  std::string name;
};

Data world_data(const std::string& direction) {
  const bool turn = !direction.starts_with("en-");
  const WorldPair pair = world_pair(turn ? "en-" + direction.substr(0, 2) : direction);
  Split parts = split(world_pairs(pair, world_sentences, world_seed));
  parts.train.resize(choosing_pairs);
  if (turn) parts = {turned(std::move(parts.train)), turned(std::move(parts.held_out))};
  return {std::move(parts.held_out), std::move(parts.train),
          "the held-out sentences of the small world, " + direction};
}

// What `train seq2seq --task` holds out, with the same options.
Data held_out_of(TaskChoice choice) {
  PairData data = task_data(choice);
  data.train.resize(std::min(data.train.size(), choosing_pairs));
  return {std::move(data.held_out), std::move(data.train), "held out of " + data.name};
}

Data file_data(const std::string& named) {
  PairsFile file = read_pairs(named);
  for (const std::string& note : file.notes) {
    std::fprintf(stderr, "glassformer: %s\n", note.c_str());
  }
  return {std::move(file.pairs), {}, named};
}

// With a file that has links, every other pair chooses the head and the others are aligned by it.
Evaluation evaluated(const Checkpoint& checkpoint, const Data& data) {
  Evaluation made = evaluate(checkpoint, data.pairs, data.choosing);
  if (!data.choosing.empty()) return made;
  std::vector<SentencePair> even, odd;
  for (std::size_t i = 0; i < data.pairs.size(); ++i) {
    if (!data.pairs[i].links.empty()) (i % 2 == 0 ? even : odd).push_back(data.pairs[i]);
  }
  if (odd.empty()) return made;
  const Evaluation aligned = evaluate(checkpoint, odd, even);
  made.alignment_error_rate = aligned.alignment_error_rate;
  made.aligned_by = aligned.aligned_by;
  return made;
}

// How many sources of each length are answered word for word.
struct LengthBin {
  int longest;  // pieces
  int all = 0, exact = 0;
};

std::vector<LengthBin> by_length(const Evaluation& made, const Data& data,
                                 const Checkpoint& checkpoint) {
  std::vector<LengthBin> bins{{4}, {8}, {12}, {16}, {24}, {40}, {1 << 30}};
  for (std::size_t i = 0; i < data.pairs.size(); ++i) {
    const auto length = static_cast<int>(checkpoint.source().encode(data.pairs[i].source).size());
    LengthBin& bin = *std::ranges::lower_bound(bins, length, {}, &LengthBin::longest);
    ++bin.all;
    if (made.translations[i] == data.pairs[i].target) ++bin.exact;
  }
  return bins;
}

std::string as_text(const std::vector<LengthBin>& bins) {
  std::string text = "by length of the source\n";
  int first = 1;
  for (const LengthBin& bin : bins) {
    const std::string range = bin.longest == 1 << 30 ? fmt::format("{} and more", first)
                                                     : fmt::format("{} to {}", first, bin.longest);
    if (bin.all > 0) {
      text +=
          fmt::format("  {:<16} {:>6.1f} %  of {}\n", range, 100.0 * bin.exact / bin.all, bin.all);
    }
    first = bin.longest + 1;
  }
  return text;
}

nlohmann::ordered_json as_json(const std::vector<LengthBin>& bins) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const LengthBin& bin : bins) {
    if (bin.all == 0) continue;
    list.push_back({{"longest", bin.longest == 1 << 30 ? nlohmann::ordered_json(nullptr)
                                                       : nlohmann::ordered_json(bin.longest)},
                    {"sentences", bin.all},
                    {"exact_match", static_cast<double>(bin.exact) / bin.all}});
  }
  return list;
}

double share(int part, int all) {
  return all == 0 ? 0.0 : static_cast<double>(part) / all;
}

std::string as_json(const Evaluation& made, const std::vector<LengthBin>& bins) {
  nlohmann::ordered_json object{{"exact_match", made.exact_match},
                                {"bleu", made.bleu.score},
                                {"alignment_error_rate", nullptr},
                                {"sentences", made.sentences}};
  if (made.alignment_error_rate) {
    object["alignment_error_rate"] = *made.alignment_error_rate;
    object["aligned_by"] = made.aligned_by;
  }
  if (const PronounScore& its = made.pronouns; its.sentences > 0) {
    object["pronouns"] = {{"sentences", its.sentences},
                          {"right", share(its.right, its.sentences)},
                          {"contested", its.contested},
                          {"contested_right", share(its.contested_right, its.contested)}};
  }
  if (!bins.empty()) object["by_length"] = as_json(bins);
  return object.dump(2) + "\n";
}

std::string as_text(const Evaluation& made, const Data& data) {
  const Bleu& bleu = made.bleu;
  std::string text = fmt::format(
      "{}: {}\n"
      "exact match           {:.2f} %  ({} word for word)\n"
      "BLEU                  {:.2f}  {:.1f}/{:.1f}/{:.1f}/{:.1f}, brevity penalty {:.3f}\n"
      "                      as sacrebleu defines it: case:mixed, tok:13a, smooth:exp\n",
      number_of(made.sentences, "sentence"), data.name, 100 * made.exact_match, made.exact,
      bleu.score, bleu.precisions[0], bleu.precisions[1], bleu.precisions[2], bleu.precisions[3],
      bleu.brevity_penalty);
  if (made.alignment_error_rate) {
    text += fmt::format("alignment error rate  {:.2f} %  (cross-attention, {})\n",
                        100 * *made.alignment_error_rate, made.aligned_by);
  }
  if (const PronounScore& its = made.pronouns; its.sentences > 0) {
    text += fmt::format(
        "pronouns right        {:.2f} %  of {} with an \"it\"; {:.2f} % of the {} whose two nouns\n"
        "                      differ in gender\n",
        100 * share(its.right, its.sentences), its.sentences,
        100 * share(its.contested_right, its.contested), its.contested);
  }
  if (made.too_long > 0) {
    text +=
        fmt::format("{} are longer than the model's places and count as wrong\n", made.too_long);
  }
  return text;
}

std::string as_list(const Evaluation& made, const Data& data, int max_count) {
  std::string text;
  for (std::size_t i = 0; i < data.pairs.size() && max_count > 0; ++i) {
    if (made.translations[i] == data.pairs[i].target) continue;
    --max_count;
    text += fmt::format("\n{}\n  should be  {}\n  is         {}\n", data.pairs[i].source,
                        data.pairs[i].target, made.translations[i]);
  }
  return text;
}

// Of all sentences those that have words which a tokenizer does not know, and one of these.
struct Unknown {
  std::size_t sentences = 0;
  std::string word;
};

Unknown unknown_in(const Tokenizer& tokenizer, const Data& data, std::string SentencePair::*side) {
  Unknown found;
  for (const SentencePair& pair : data.pairs) {
    const std::vector<int> ids = tokenizer.encode(pair.*side);
    const auto at = std::ranges::find(ids, tokenizer.special().unknown);
    if (at == ids.end() || found.sentences++ > 0) continue;
    found.word = tokenizer.split(pair.*side)[static_cast<std::size_t>(at - ids.begin())];
  }
  return found;
}

// A model of words that are not those of the sentences reads each as the unknown one, and cannot
// write what it should: its score says nothing then.
void tell_unknown(const Checkpoint& model, const Data& data) {
  const auto tell = [&](const Unknown& unknown, const char* what) {
    if (unknown.sentences == 0) return;
    std::fprintf(stderr,
                 "glassformer: the model %s of %zu of %s, '%s' for one: it was trained on others\n",
                 what, unknown.sentences, number_of(data.pairs.size(), "sentence").c_str(),
                 readable(unknown.word).c_str());
  };
  tell(unknown_in(model.source(), data, &SentencePair::source), "does not know all words");
  tell(unknown_in(model.target(), data, &SentencePair::target),
       "cannot write all words of the translations");
}

// A shipped translator writes one language.
void check_direction(const Arguments& arguments) {
  const bool known = find_world_direction(arguments.model) != nullptr;
  if (!known || arguments.pair.empty() || arguments.pair == arguments.model) return;
  throw UserError(fmt::format(
      "--pair {0}: the shipped model {1} translates {1} alone; leave it out, or name the model {0}",
      arguments.pair, arguments.model));
}

int run(const Arguments& arguments, const CommandOptions& declared) {
  refuse_other_choices(declared, !arguments.pairs.empty(), pair_task_kind(arguments.task));
  check_direction(arguments);
  if (arguments.pairs.empty() && arguments.task == "world") {
    declared.refuse({"--count"}, "says nothing of the world's held-out sentences; leave it out");
  }
  const auto checkpoint = open_translator(arguments.model);
  std::string direction = arguments.pair;
  if (direction.empty()) {
    const bool known = find_world_direction(arguments.model) != nullptr;
    direction = known ? arguments.model : "en-fr";
  }
  TaskChoice choice = arguments.choice;
  choice.kind = pair_task_kind(arguments.task);
  choice.direction = direction;
  const Data data = !arguments.pairs.empty()             ? file_data(arguments.pairs)
                    : choice.kind == PairTaskKind::world ? world_data(direction)
                                                         : held_out_of(choice);
  tell_unknown(*checkpoint, data);
  const Evaluation made = evaluated(*checkpoint, data);
  const std::vector<LengthBin> bins =
      arguments.by_length ? by_length(made, data, *checkpoint) : std::vector<LengthBin>{};
  print(arguments.json ? as_json(made, bins)
                       : as_text(made, data) + (bins.empty() ? "" : as_text(bins)) +
                             as_list(made, data, arguments.wrong));
  return 0;
}

std::function<int()> declare(const CommandOptions& app) {
  auto arguments = std::make_shared<Arguments>();
  const CommandOptions translate =
      app.add_subcommand("translate", "Exact match, BLEU and alignment error rate of a translator");
  const CommandOptions language = app.add_subcommand(
      "language", "How well a language model predicts a text: nats, bits and perplexity");
  const CommandOptions analogies = app.add_subcommand(
      "analogies", "How many analogies word vectors answer (questions-words format)");
  const CommandOptions similarity = app.add_subcommand(
      "similarity", "How well the cosines of word vectors agree with people's ratings of pairs");
  const std::function<int()> run_language = declare_eval_language(language);
  const std::function<int()> run_analogies = declare_eval_analogies(analogies);
  const std::function<int()> run_similarity = declare_eval_similarity(similarity);
  translate.add_option("model", arguments->model, "A shipped model's name, or a file of weights")
      .shows_default();
  translate.add_option("pairs", arguments->pairs,
                       "A file of sentence pairs; if left out, held-out sentences of the world");
  translate
      .add_option("--pair", arguments->pair,
                  "Languages of the held-out sentences, for a file of weights")
      .one_of(world_direction_names());
  declare_choice(translate, arguments->task, arguments->choice);
  translate.add_flag("--by-length", arguments->by_length,
                     "Also the exact match of short and of long sources");
  translate.add_option("--wrong", arguments->wrong, "Also prints N translations that are not exact")
      .range(0, 1'000'000);
  declare_memory(translate);
  translate.add_flag("--json", arguments->json, "As JSON");
  return [=] {
    if (language.parsed()) return run_language();
    if (analogies.parsed()) return run_analogies();
    if (similarity.parsed()) return run_similarity();
    return run(*arguments, translate);
  };
}

const RegisterCommand registered{
    {.name = "eval",
     .summary = "Measure how good a model is",
     .examples = "  glassformer eval translate\n"
                 "  glassformer eval translate my.safetensors --pair en-de --wrong 10\n"
                 "  glassformer eval translate my.safetensors pairs.tsv --json\n"
                 "  glassformer eval translate my.safetensors --task joined --by-length\n"
                 "  glassformer eval language my.safetensors text.txt\n"
                 "  glassformer eval analogies vectors.bin questions-words.txt --restrict 30000\n"
                 "  glassformer eval similarity vectors.bin wordsim353.tsv",
     .set_up = declare}};

}  // namespace

}  // namespace glassformer
