#include "app/cli/train_language.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <utility>

#include "app/cli/eval_language.h"
#include "app/cli/long_run.h"
#include "app/cli/output.h"
#include "app/cli/tokenizer_argument.h"
#include "app/cli/train_answers.h"
#include "app/cli/train_loop.h"
#include "app/cli/train_model.h"
#include "app/cli/train_tuning.h"
#include "core/formats/file.h"
#include "core/kernels/threads.h"
#include "core/models/config_json.h"
#include "core/models/seq2seq.h"
#include "core/tensor/error.h"
#include "core/tensor/memory_limit.h"
#include "core/text/corpus.h"
#include "core/text/long_text.h"
#include "core/text/number_of.h"
#include "core/train/assistant_recording.h"
#include "core/train/language_training.h"

namespace glassformer {

namespace {

constexpr int made_sentences = 30'000;
constexpr int held_out_scored = 20'000;  // tokens, while it trains

struct Arguments {
  std::string text, task, from, model = "lstm", softmax = "full";
  double beta = PreferencePlan{}.beta;
  AnswerTask answers;
  bool forwards = false;
  int kept_apart = 0;
  int d_model = 128, heads = 4, kv_heads = 0, d_ff = 0;
  LanguagePlan plan;
  LoopOptions loop;
};

// A decoder alone that reads as much as a stretch holds.
GptConfig gpt_of(const Arguments& a, const CommandOptions& declared) {
  GptConfig config;
  config.max_len = a.plan.length;
  config.d_model = a.d_model;
  config.heads = a.heads;
  config.layers = declared.count("--layers") > 0 ? a.plan.config.layers : 4;
  config.dropout = a.plan.config.dropout;
  config.kv_heads = a.kv_heads;
  if (a.model == "llama") {
    config = as_llama(config);
  } else {
    config.fused = a.kv_heads == 0;
  }
  config.d_ff = a.d_ff > 0 ? a.d_ff : usual_d_ff(config);
  return config;
}

// Options of the other kind of model would be passed over without a word.
void check_options(const Arguments& a, const CommandOptions& declared, bool gpt) {
  const std::initializer_list<const char*> recurrent{"--width", "--embedding", "--softmax"},
      others{"--d-model", "--heads", "--kv-heads", "--d-ff"};
  for (const char* const option : gpt ? recurrent : others) {
    if (declared.count(option) == 0) continue;
    throw UserError(fmt::format("{} says nothing of --model {}; leave it out, or take --model {}",
                                option, a.model, gpt ? "lstm" : "gpt"));
  }
}

void read_tokens(LoopOptions& loop, LanguagePlan& plan) {
  std::string& tokens = loop.tokens;
  if (tokens == "auto" || tokens == "characters") tokens = "character";
  if (tokens == "words") tokens = "word";
  if (tokens == "word" || tokens == "character" || tokens == "bpe") {
    plan.tokens = tokenizer_kind(tokens);
    return;
  }
  std::error_code none;
  if (!std::filesystem::exists(tokens, none)) {
    throw UserError(fmt::format(
        "--tokens {}: is no such file or folder; name one of a tokenizer, or words, characters or "
        "bpe",
        tokens));
  }
  plan.tokenizer = open_tokenizer_or_model(tokens, true);
}

LanguageData data_of(const Arguments& a) {
  if (!a.text.empty()) {
    std::error_code none;
    const auto bytes = std::filesystem::file_size(a.text, none);
    // It is held as text and as tokens, of which each is a number; and both once more on the way.
    if (!none) {
      check_memory(fmt::format("{}: training on a text of {}", a.text, readable_size(bytes)),
                   8.0 * static_cast<double>(bytes), "take a part of it");
    }
    std::fprintf(stderr, "reading %s …\n", a.text.c_str());
  }
  if (!a.text.empty()) return language_data(read_text_file(a.text), a.text);
  return language_data(Corpus().text(made_sentences, a.plan.settings.seed),
                       "the text made from facts");
}

std::string as_text(const LanguageScore& score) {
  return fmt::format("{:.4f} nats, {:.4f} bits, perplexity {:.3f}", score.nats, score.bits(),
                     score.perplexity());
}

void report(const Arguments& a, const LanguageTraining& training, const TrainLoop& loop) {
  const LanguageScore score =
      scored_aloud(load_checkpoint(a.loop.out), training.held_out(), "what is held out");
  print(fmt::format("{}: {} a {} on {} held out; {}, after {}\n", a.loop.out, as_text(score),
                    a.loop.tokens == "character" ? "character" : "token", score.tokens,
                    loop.best_step(), time_text(loop.seconds())));
}

int usually_kept_apart(const AnswerTask& task) {
  return static_cast<int>(std::clamp<std::int64_t>(task.questions() / 4, 1, 1000));
}

// A task in place of a text; the network is then a decoder alone.
int run_task(Arguments& a, const CommandOptions& declared) {
  if (!a.text.empty()) throw UserError("--task makes its own lines; leave out the text");
  if (declared.count("--model") == 0) a.model = "gpt";
  if (a.model != "gpt" && a.model != "llama") {
    throw UserError("--task is for --model gpt and llama");
  }
  check_options(a, declared, true);
  declared.refuse({"--tokens", "--vocabulary", "--length"}, "says nothing of --task; leave it out");
  if (a.task == "add") {
    declared.refuse({"--letters", "--kinds"}, "says nothing of --task add; leave it out");
  } else {
    declared.refuse({"--digits", "--forwards"}, "says nothing of --task sort; leave it out");
  }
  AnswerPlan plan;
  plan.task = a.answers;
  plan.task.kind = a.task == "sort" ? AnswerTask::Kind::sort : AnswerTask::Kind::add;
  plan.task.backwards = !a.forwards;
  plan.task.check();
  plan.kept_apart = a.kept_apart > 0 ? a.kept_apart : usually_kept_apart(plan.task);
  plan.config = gpt_of(a, declared);
  if (declared.count("--dropout") == 0) plan.config.dropout = 0;
  plan.settings = a.plan.settings;
  plan.settings.steps = a.loop.steps;
  plan.adam = a.plan.adam;
  plan.origin = as_typed("train language", declared, {"--resume", "--threads", "--memory"});
  return train_answers(std::move(plan), a.loop);
}

// A trained model goes on to learn from questions and answers; its shape is what it is.
int run_tuning(Arguments& a, const CommandOptions& declared) {
  declared.refuse({"--model", "--width", "--embedding", "--softmax", "--d-model", "--heads",
                   "--kv-heads", "--d-ff", "--layers", "--dropout", "--tokens", "--vocabulary",
                   "--length", "--letters", "--kinds", "--digits", "--forwards", "--kept-apart"},
                  "says nothing of a tuning, whose model is there already; leave it out");
  TuningRun made;
  made.preferences = a.task == "preferences";
  if (a.from.empty()) {
    throw UserError(
        fmt::format("--task {0} tunes a model that is trained: name it, as in --task "
                    "{0} --from {1}",
                    a.task, assistant_files[made.preferences ? 1 : 0]));
  }
  if (!made.preferences) declared.refuse({"--beta"}, "is for --task preferences; leave it out");
  made.text = a.text;
  made.from = a.from;
  made.plan.beta = a.beta;
  const AssistantPlan usual;
  TaskSettings settings = a.plan.settings;
  const auto unless_told = [&](const char* option, auto& value, auto otherwise) {
    if (declared.count(option) == 0) value = otherwise;
  };
  unless_told("--rate", settings.rate,
              made.preferences ? usual.preference_rate : usual.tuning_rate);
  unless_told("--steps", a.loop.steps,
              made.preferences ? usual.preference_steps : usual.tuning_steps);
  unless_told("--cool-down", settings.decay, a.loop.steps / 2);
  unless_told("--evaluate-every", a.loop.every, std::max(1, a.loop.steps / 6));
  settings.steps = a.loop.steps;
  made.plan.settings = settings;
  made.plan.adam = a.plan.adam;
  made.plan.origin = as_typed("train language", declared, {"--resume", "--threads", "--memory"});
  return train_tuning(std::move(made), a.loop);
}

int run(Arguments& a, const CommandOptions& declared) {
  if (a.task == "answers" || a.task == "preferences") return run_tuning(a, declared);
  declared.refuse({"--from", "--beta"}, "is for --task answers and preferences; leave it out");
  if (!a.task.empty()) return run_task(a, declared);
  declared.refuse({"--letters", "--kinds", "--digits", "--forwards", "--kept-apart"},
                  "is for --task; name one, or leave it out");
  const bool gpt = a.model == "gpt" || a.model == "llama";
  check_options(a, declared, gpt);
  a.loop.reads = {a.text};
  const TrainingLock lock = begin_loop(a.loop, a.plan.settings);
  LanguagePlan plan = a.plan;
  if (gpt) plan.gpt = gpt_of(a, declared);
  if (gpt && declared.count("--rate") == 0) plan.settings.rate = 0.001;
  for (const auto& [word, cell] : cell_words) {
    if (a.model == word) plan.config.cell = cell;
  }
  for (const auto& [word, kind] : output_words) {
    if (a.softmax == word) plan.config.softmax = kind;
  }
  read_tokens(a.loop, plan);
  plan.settings.steps = a.loop.steps;
  plan.origin = as_typed("train language", declared, {"--resume", "--threads", "--memory"});
  const LanguageData data = data_of(a);
  LanguageTraining training(std::move(plan), data);
  const Checkpoint& checkpoint = training.checkpoint();
  std::fprintf(stderr, "%zu tokens, %d pieces, %.3f M parameters, %s; %zu are held out\n",
               training.trained_tokens(), checkpoint.target().size(),
               static_cast<double>(checkpoint.params.cells()) / 1e6,
               number_of(threads_in_use(), "thread").c_str(), training.held_out().size());
  // The end, and eval language, score all of it.
  const std::string scored = training.held_out().size() > held_out_scored
                                 ? fmt::format("first {} held out ", held_out_scored)
                                 : "held out ";
  TrainLoop loop(a.loop, training, [&](const Checkpoint& model) {
    const LanguageScore score = training.score(model, held_out_scored);
    return HeldOutScore{{-score.nats}, scored + as_text(score)};
  });
  if (loop.run()) report(a, training, loop);
  return 0;
}

}  // namespace

std::function<int()> declare_train_language(const CommandOptions& app) {
  auto a = std::make_shared<Arguments>();
  LanguagePlan& plan = a->plan;
  a->loop.tokens = "character";
  a->loop.steps = 4000;
  plan.settings.schedule = TaskSettings::Schedule::constant;
  plan.settings.batch = 32;
  plan.settings.rate = 0.003;
  app.add_option("TEXT", a->text,
                 "A UTF-8 text, plain or gzipped; without it, one is made from facts")
      .type_name("");
  app.add_option("--task", a->task,
                 "In place of a text: letters and the same in order, or two numbers and their sum, "
                 "as “cab=abc”. What stands before = is given and not learned. answers and "
                 "preferences tune the model of --from on questions and answers, where TEXT has a "
                 "question, a tab, an answer and, of preferences, a tab and a worse answer on each "
                 "line; without TEXT, they are made from facts")
      .one_of({"sort", "add", "answers", "preferences"});
  app.add_option(
         "--from", a->from,
         "Of answers and preferences: the model that learns, a file, a folder or the name of "
         "one that ships")
      .type_name("MODEL");
  app.add_option(
         "--beta", a->beta,
         "Of preferences: the β of direct preference optimisation; the smaller, the farther "
         "the model moves")
      .range(0.0, 1000.0)
      .shows_default();
  app.add_option("--letters", a->answers.letters, "Of sort: how many letters").shows_default();
  app.add_option("--kinds", a->answers.kinds, "Of sort: how many kinds of letters, from a on")
      .shows_default();
  app.add_option("--digits", a->answers.digits, "Of add: digits of each number").shows_default();
  app.add_flag("--forwards", a->forwards,
               "Of add: the sum's first digit is written first, as people do, not its last");
  app.add_option("--kept-apart", a->kept_apart,
                 "Of --task: questions that are only scored; 0: 1000, or a quarter of few")
      .range(0, 100'000)
      .shows_default();
  app.add_option(
         "--model", a->model,
         "gpt: a decoder alone as GPT-2 is one; llama: with what Llama changed; the others: "
         "a recurrent network with these cells")
      .one_of({"gpt", "llama", "lstm", "gru", "gru-reset-after", "rnn"})
      .shows_default();
  app.add_option("--width", plan.config.width, "Of recurrent ones: numbers in a state")
      .shows_default();
  app.add_option("--embedding", plan.config.d_embedding,
                 "Of recurrent ones: numbers that stand for one token")
      .shows_default();
  app.add_option("--d-model", a->d_model,
                 "Of gpt and llama: numbers that stand for one token, all the way up")
      .shows_default();
  app.add_option("--heads", a->heads, "Of gpt and llama: heads of each attention").shows_default();
  app.add_option("--kv-heads", a->kv_heads,
                 "Of gpt and llama: key/value heads, which heads share; 0: each has its own")
      .shows_default();
  app.add_option("--d-ff", a->d_ff,
                 "Of gpt and llama: width of the feed-forward layers; 0: 4 d-model, or with gates "
                 "two thirds of it")
      .shows_default();
  app.add_option("--layers", plan.config.layers, "Layers; gpt and llama have 4 unless told")
      .range(1, 256)
      .shows_default();
  app.add_option("--dropout", plan.config.dropout, "Share of cells that dropout sets to 0")
      .shows_default();
  app.add_option(
         "--softmax", a->softmax,
         "full: over all pieces; hierarchical: along a Huffman tree of them, much faster with "
         "thousands of pieces")
      .one_of({"full", "hierarchical"})
      .shows_default();
  app.add_option("--length", plan.length,
                 "Tokens in a stretch, which is learned in one go, and the most that gpt and llama "
                 "read")
      .range(1, 1 << 16)
      .shows_default();
  app.add_option("--rate", plan.settings.rate,
                 "The learning rate; gpt and llama have 0.001 unless told")
      .range(0.0, 10.0)
      .shows_default();
  declare_loop(app,
               {"Pieces that the text is cut into: words, characters, bpe, or those of a tokenizer",
                "Most pieces", "Stretches in a step", "the text that is held out", true},
               a->loop, plan.vocabulary, plan.settings, plan.adam);
  const CommandOptions declared = app;
  return [a, declared] { return run(*a, declared); };
}

}  // namespace glassformer
