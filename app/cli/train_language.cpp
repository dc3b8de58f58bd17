#include "app/cli/train_language.h"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <memory>

#include "app/cli/eval_language.h"
#include "app/cli/long_run.h"
#include "app/cli/output.h"
#include "app/cli/train_loop.h"
#include "app/cli/train_model.h"
#include "core/formats/file.h"
#include "core/kernels/threads.h"
#include "core/models/config_json.h"
#include "core/models/seq2seq.h"
#include "core/tensor/memory_limit.h"
#include "core/text/corpus.h"
#include "core/text/long_text.h"
#include "core/text/number_of.h"
#include "core/train/language_training.h"

namespace glassformer {

namespace {

constexpr int made_sentences = 30'000;
constexpr int held_out_scored = 20'000;  // tokens, while it trains

struct Arguments {
  std::string text, model = "lstm", softmax = "full";
  LanguagePlan plan;
  LoopOptions loop;
};

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
  return fmt::format("{:.4f} nats, perplexity {:.3f}", score.nats, score.perplexity());
}

void report(const Arguments& a, const LanguageTraining& training, const TrainLoop& loop) {
  const LanguageScore score =
      scored_aloud(load_checkpoint(a.loop.out), training.held_out(), "what is held out");
  print(fmt::format("{}: {} a {} on {} held out; {}, after {}\n", a.loop.out, as_text(score),
                    a.loop.tokens == "character" ? "character" : "token", score.tokens,
                    loop.best_step(), time_text(loop.seconds())));
}

int run(Arguments& a, const CommandOptions& declared) {
  const OutputLock lock = begin_loop(a.loop);
  LanguagePlan plan = a.plan;
  for (const auto& [word, cell] : cell_words) {
    if (a.model == word) plan.config.cell = cell;
  }
  for (const auto& [word, kind] : output_words) {
    if (a.softmax == word) plan.config.softmax = kind;
  }
  if (a.loop.tokens == "auto") a.loop.tokens = "character";
  plan.tokens = tokenizer_kind(a.loop.tokens);
  plan.settings.steps = a.loop.steps;
  plan.origin = as_typed("train language", declared, {"--resume", "--threads", "--memory"});
  const LanguageData data = data_of(a);
  LanguageTraining training(std::move(plan), data);
  const Checkpoint& checkpoint = training.checkpoint();
  std::fprintf(stderr, "%zu tokens, %d pieces, %.3f M parameters, %s; %zu are held out\n",
               training.trained_tokens(), checkpoint.target().size(),
               static_cast<double>(checkpoint.params.cells()) / 1e6,
               number_of(threads_in_use(), "thread").c_str(), training.held_out().size());
  TrainLoop loop(a.loop, training, [&](const Checkpoint& model) {
    const LanguageScore score = training.score(model, held_out_scored);
    return HeldOutScore{{-score.nats}, "held out " + as_text(score)};
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
  app.add_option("--model", a->model, "The cells of the recurrent layers")
      .one_of({"rnn", "gru", "gru-reset-after", "lstm"})
      .shows_default();
  app.add_option("--width", plan.config.width, "Numbers in a state").shows_default();
  app.add_option("--embedding", plan.config.d_embedding, "Numbers that stand for one token")
      .shows_default();
  app.add_option("--layers", plan.config.layers, "Recurrent layers").range(1, 64).shows_default();
  app.add_option("--dropout", plan.config.dropout, "Share of cells that dropout sets to 0")
      .shows_default();
  app.add_option(
         "--softmax", a->softmax,
         "full: over all pieces; hierarchical: along a Huffman tree of them, much faster with "
         "thousands of pieces")
      .one_of({"full", "hierarchical"})
      .shows_default();
  app.add_option("--length", plan.length, "Tokens in a stretch, which is learned in one go")
      .range(1, 1 << 16)
      .shows_default();
  app.add_option("--rate", plan.settings.rate, "The learning rate")
      .range(0.0, 10.0)
      .shows_default();
  declare_loop(app,
               {"Pieces that the text is cut into", "Most pieces", "Stretches in a step",
                "the text that is held out"},
               a->loop, plan.vocabulary, plan.settings, plan.adam);
  const CommandOptions declared = app;
  return [a, declared] { return run(*a, declared); };
}

}  // namespace glassformer
