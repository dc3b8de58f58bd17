#include "app/cli/train_vectors.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <map>
#include <memory>

#include "app/cli/backend_option.h"
#include "app/cli/long_run.h"
#include "app/cli/output.h"
#include "app/cli/vector_trainers.h"
#include "app/vector_engines.h"
#include "core/backend/threads.h"
#include "core/embed/files/write_vectors.h"
#include "core/text/corpus.h"

namespace glassformer {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

struct Arguments {
  std::string corpus, out, model = "sg", loss = "ns", signs = "keep", broken = "keep";
  std::string backend = "auto";
  int min_count = 5, sentences = Corpus::usual_sentences;
  bool lower = false, fixed_window = false, true_gradient = false, resume = false;
  Word2VecConfig config;
};

// "950", "12.5 thousand", "3.21 million"
std::string count_text(double count) {
  if (count < 1e3) return fmt::format("{:.0f}", count);
  return count < 1e6 ? fmt::format("{:.1f} thousand", count / 1e3)
                     : fmt::format("{:.2f} million", count / 1e6);
}

// Read in one go, with a line that says how far.
EncodedText read_file(const Arguments& arguments, const Interrupts& interrupts,
                      ProgressLine& line) {
  WordOptions options;
  options.lower = arguments.lower;
  options.replace_broken = arguments.broken == "replace";
  if (arguments.signs == "apart") options.signs = WordOptions::Signs::apart;
  if (arguments.signs == "drop") options.signs = WordOptions::Signs::drop;
  auto shown = Clock::now();
  return encode_text_file(arguments.corpus, options, arguments.min_count, [&](double share) {
    if (seconds_since(shown) > 0.2) {
      shown = Clock::now();
      line.show(fmt::format("reading {}: {:.0f} %", arguments.corpus, 100 * share), false);
    }
    return !interrupts.asked();
  });
}

EncodedTextPtr read_corpus(const Arguments& arguments, const Interrupts& interrupts) {
  ProgressLine line;
  const auto begin = Clock::now();
  auto text = std::make_shared<const EncodedText>(
      arguments.corpus.empty()
          ? encode_corpus(arguments.sentences, arguments.config.seed, arguments.min_count)
          : read_file(arguments, interrupts, line));
  line.show(fmt::format("{}; read in {:.1f} s", summary(*text), seconds_since(begin)), true);
  for (const std::string& note : text->notes) std::fprintf(stderr, "%s\n", note.c_str());
  return text;
}

// Null: the processor trains.
SkipGramEnginePtr engine_for(const Arguments& arguments) {
  Word2VecConfig config = arguments.config;
  if (arguments.model != "sg") config.input = InputRows::cbow;  // no engine has any other
  const std::string reason = why_no_engine(config);
  if (reason.empty()) return skip_gram_engine(chosen_backend(arguments.backend));
  if (arguments.backend == "gpu") std::fprintf(stderr, "glassformer: %s\n", reason.c_str());
  return nullptr;
}

// Rounds with a line that tells how far it is, and a checkpoint every minute. False: stopped.
bool run_rounds(VectorTraining& training, const std::filesystem::path& checkpoint,
                const Interrupts& interrupts) {
  constexpr double round_seconds = 0.2, checkpoint_seconds = 60;
  ProgressLine line;
  const std::uint64_t first = training.done();
  const auto begin = Clock::now();
  auto saved = begin;
  std::uint64_t round = 1;
  std::string told;
  while (!training.finished()) {
    const auto before = Clock::now();
    const double loss = training.train(round);
    if (const std::string fallback = training.fallback(); fallback != told) {
      std::fprintf(stderr, "\nglassformer: %s\n", fallback.c_str());
      told = fallback;
    }
    // Rounds that are long enough for threads to be worth starting, and short enough to stop at.
    if (seconds_since(before) < round_seconds) round *= 2;
    const double speed =
        static_cast<double>(training.done() - first) / std::max(1e-9, seconds_since(begin));
    const auto left = static_cast<double>(training.total() - training.done());
    // Not every step's loss is looked at, and a short text may have none.
    const std::string told_loss = std::isfinite(loss) ? fmt::format("  loss {:.4f}", loss) : "";
    line.show(fmt::format("{:.1f} %  {} {}/s{}  {} left", 100 * training.share(), count_text(speed),
                          training.counted(), told_loss, time_text(left / speed)),
              training.finished());
    const bool stop = interrupts.asked();
    if (stop || (!training.finished() && seconds_since(saved) > checkpoint_seconds)) {
      training.save(checkpoint);
      saved = Clock::now();
    }
    if (stop) break;
  }
  return training.finished();
}

int train(const Arguments& arguments, const std::string& command) {
  check(arguments.config);
  check_writable(arguments.out);
  const Interrupts interrupts;
  const std::filesystem::path checkpoint = arguments.out + ".checkpoint";
  const EncodedTextPtr text = read_corpus(arguments, interrupts);
  const auto training = find_vector_trainer(arguments.model)
                            ->make(text, arguments.config, engine_for(arguments),
                                   [&] { return !interrupts.asked(); });
  if (arguments.resume) training->restore(checkpoint);
  const auto begin = Clock::now();
  const bool finished = run_rounds(*training, checkpoint, interrupts);
  const double share = training->share();
  WordVectors made = training->finish();
  made.origin = command;
  const std::string lost = write_vectors(
      arguments.out, made, format_for(arguments.out).value_or(VectorFormat::safetensors));
  if (!lost.empty()) std::fprintf(stderr, "%s\n", lost.c_str());
  if (!finished) {
    std::fprintf(stderr,
                 "\nstopped at %.1f %% and saved; go on with the same command and --resume\n",
                 100 * share);
    return 0;
  }
  std::error_code none;
  std::filesystem::remove(checkpoint, none);
  print(fmt::format("{}: {} words, {} dimensions, after {}\n", arguments.out, made.words.size(),
                    made.dim(), time_text(seconds_since(begin))));
  return 0;
}

void declare_text(CLI::App& app, Arguments& a) {
  app.add_option("CORPUS", a.corpus,
                 "A UTF-8 text of any size, also gz or zip; a line is a sentence. Without it the "
                 "program makes one from facts")
      ->type_name("");
  app.add_option("--sentences", a.sentences, "Of the text that the program makes")
      ->check(CLI::Range(1, 100'000'000))
      ->capture_default_str();
  app.add_option("-o,--out", a.out, "The vectors to write; OUT.checkpoint lies beside them")
      ->type_name("OUT")
      ->required();
  app.add_flag("--lower", a.lower, "Every letter small");
  app.add_option("--signs", a.signs,
                 "Punctuation: part of the word it stands at, words of its own, or dropped")
      ->check(CLI::IsMember({"keep", "apart", "drop"}))
      ->capture_default_str();
  app.add_option("--broken", a.broken, "Bytes that are no UTF-8: as they are, or U+FFFD")
      ->check(CLI::IsMember({"keep", "replace"}))
      ->capture_default_str();
  app.add_option("--min-count", a.min_count, "Words that come less often are left out")
      ->check(CLI::Range(1, 1 << 30))
      ->capture_default_str();
}

void declare_model(CLI::App& app, Arguments& a) {
  Word2VecConfig& c = a.config;
  app.add_option(
         "--model", a.model,
         "sg: each word of the context foretells the centre; cbow: their mean does; glove, also "
         "without biases; lsa: singular values of PPMI, or of the counts; nplm: Bengio's network")
      ->check(CLI::IsMember(vector_trainer_names()))
      ->capture_default_str();
  app.add_option("--loss", a.loss,
                 "Of sg and cbow: ns, negative sampling; hs, hierarchical softmax; softmax, over "
                 "all words")
      ->check(CLI::IsMember({"ns", "hs", "softmax"}))
      ->capture_default_str();
  app.add_flag("--subwords", c.subwords.on, "Vectors from the character n-grams of each word");
  app.add_option("--shortest", c.subwords.shortest, "Characters of the shortest n-gram")
      ->capture_default_str();
  app.add_option("--longest", c.subwords.longest, "Characters of the longest n-gram")
      ->capture_default_str();
  app.add_option("--buckets", c.subwords.buckets, "Rows that n-grams are hashed into")
      ->capture_default_str();
  app.add_option("--dim", c.dim, "Numbers of a vector")->capture_default_str();
  app.add_option("--window", c.window,
                 "Words of context on either side, at most; 5, glove 10; nplm: words before, 4");
  app.add_flag("--fixed-window", a.fixed_window, "Always all of the window, not 1 … window");
  app.add_option("--negative", c.negative, "Words drawn from the noise for each centre word")
      ->capture_default_str();
  app.add_option("--noise-power", c.noise_power, "Noise: counts to this power")
      ->capture_default_str();
  app.add_option("--sample", c.sample, "Thins words more frequent than this share; 0: none")
      ->capture_default_str();
}

void declare_training(CLI::App& app, Arguments& a) {
  Word2VecConfig& c = a.config;
  app.add_option("--epochs", c.epochs, "Times the text is read; 5, glove 15, nplm 1");
  app.add_option("--alpha", c.alpha,
                 "Learning rate at first, falling in a line; 0: 0.025, for cbow 0.05");
  app.add_flag("--true-gradient", a.true_gradient,
               "A mean of n rows passes 1/n of its gradient to each, not the whole");
  app.add_option("--seed", c.seed, "Names the random numbers")->capture_default_str();
  app.add_option("--threads", c.threads, "Threads; 0: one for each core");
  app.add_flag("--deterministic", c.deterministic,
               "The same vectors for a seed at any number of threads: one of them trains");
  declare_backend(app, a.backend);
  app.add_flag("--resume", a.resume, "Goes on from OUT.checkpoint");
}

}  // namespace

std::function<int()> declare_train_vectors(CLI::App& app) {
  auto a = std::make_shared<Arguments>();
  declare_text(app, *a);
  declare_model(app, *a);
  declare_training(app, *a);
  const CLI::App* declared = &app;
  return [a, declared] {
    const std::map<std::string, Objective> objectives{{"ns", Objective::negative_sampling},
                                                      {"hs", Objective::hierarchical_softmax},
                                                      {"softmax", Objective::full_softmax}};
    a->config.objective = objectives.at(a->loss);
    a->config.dynamic_window = !a->fixed_window;
    a->config.whole_mean_gradient = !a->true_gradient;
    const VectorTrainer& trainer = *find_vector_trainer(a->model);
    if (declared->count("--window") == 0) a->config.window = trainer.window;
    if (declared->count("--epochs") == 0) a->config.epochs = trainer.epochs;
    use_threads(a->config.threads);
    return train(*a, as_typed("train vectors", *declared, {"--resume", "--threads"}));
  };
}

}  // namespace glassformer
