#include "app/cli/train_vectors.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <new>
#include <nlohmann/json.hpp>
#include <vector>

#include "app/card/vector_engines.h"
#include "app/cli/backend_option.h"
#include "app/cli/command_options.h"
#include "app/cli/given_words_option.h"
#include "app/cli/large_blocks.h"
#include "app/cli/long_run.h"
#include "app/cli/output.h"
#include "app/cli/vector_rounds.h"
#include "app/cli/vector_trainers.h"
#include "app/cli/vectors_argument.h"
#include "app/cli/where_to_save.h"
#include "app/cli/whole_number.h"
#include "core/embed/files/write_vectors.h"
#include "core/kernels/threads.h"
#include "core/tensor/error.h"
#include "core/text/corpus.h"
#include "core/text/number_of.h"
#include "core/text/readable.h"

namespace glassformer {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

struct Arguments {
  std::string corpus, out, model = "sg", loss = "ns", signs = "keep", broken = "keep";
  std::string tokens = "words", elisions = "keep";
  int pieces = WordOptions{}.pieces;
  std::string backend = "auto";
  int min_count = 5, sentences = Corpus::usual_sentences;
  bool lower = false, fixed_window = false, true_gradient = false, resume = false;
  bool json = false, min_count_given = false;
  GivenWordsOption given;
  VectorOptions config;
};

// Read in one go, with a line that says how far.
EncodedText read_file(const Arguments& arguments, const Interrupts& interrupts,
                      ProgressLine& line) {
  WordOptions options;
  options.lower = arguments.lower;
  options.replace_broken = arguments.broken == "replace";
  if (arguments.signs == "apart") options.signs = WordOptions::Signs::apart;
  if (arguments.signs == "drop") options.signs = WordOptions::Signs::drop;
  if (arguments.tokens == "characters") options.unit = WordOptions::Unit::characters;
  if (arguments.tokens == "pieces") options.unit = WordOptions::Unit::pieces;
  options.pieces = arguments.pieces;
  options.elisions_apart = arguments.elisions == "apart";
  auto shown = Clock::now();
  return encode_text_file(arguments.corpus, options, arguments.min_count, [&](double share) {
    if (seconds_since(shown) > 0.2) {
      shown = Clock::now();
      line.show(fmt::format("reading {}: {:.0f} %", arguments.corpus, 100 * share), false);
    }
    return !interrupts.asked();
  });
}

// Where the usual one would leave no word, all are kept; one that was asked for is kept to.
void check_min_count(const Arguments& arguments, const EncodedText& text) {
  if (text.min_count >= arguments.min_count) return;
  throw UserError(fmt::format(
      "--min-count {}: no word comes so often; the most frequent, '{}', comes {}, so give at most "
      "{}, or leave it out",
      arguments.min_count, readable(text.words[0]), number_of(text.counts[0], "time"),
      text.counts[0]));
}

EncodedTextPtr read_corpus(const Arguments& arguments, const Interrupts& interrupts) {
  ProgressLine line;
  const auto begin = Clock::now();
  EncodedText text =
      arguments.corpus.empty()
          ? encode_corpus(arguments.sentences, arguments.config.seed, arguments.min_count)
          : read_file(arguments, interrupts, line);
  line.show(fmt::format("{}; read in {:.1f} s", summary(text), seconds_since(begin)), true);
  if (arguments.min_count_given) check_min_count(arguments, text);
  for (const std::string& note : text.notes) std::fprintf(stderr, "%s\n", note.c_str());
  const GivenWordsPtr& given = arguments.config.given;
  if (given) text = joined_with(*given, std::move(text));
  return std::make_shared<const EncodedText>(std::move(text));
}

// Null: the processor trains.
SkipGramEnginePtr engine_for(const Arguments& arguments) {
  VectorOptions config = arguments.config;
  if (arguments.model != "sg") config.input = InputRows::cbow;  // no engine has any other
  const std::string reason = why_no_engine(config);
  if (reason.empty()) return skip_gram_engine(chosen_backend(arguments.backend));
  if (arguments.backend == "gpu") std::fprintf(stderr, "glassformer: %s\n", reason.c_str());
  return nullptr;
}

VectorFormat checked_format(const std::string& out) {
  if (const auto format = format_for(out)) return *format;
  if (!std::filesystem::path(out).has_extension()) return VectorFormat::safetensors;
  throw UserError(out +
                  ": its ending names no format that is written; let it end in .safetensors, .bin, "
                  ".txt, .vec, .glove, .tsv or .npy, the text formats and .bin also in .gz");
}

std::unique_ptr<VectorTraining> make_training(const Arguments& arguments,
                                              const EncodedTextPtr& text,
                                              const Interrupts& interrupts) {
  const VectorOptions& c = arguments.config;
  const bool own_buckets = c.subwords.on && c.subwords.buckets > 0;
  try {
    return find_vector_trainer(arguments.model)->make(text, c, engine_for(arguments), [&] {
      return !interrupts.asked();
    });
  } catch (const std::bad_alloc&) {
    throw UserError(
        fmt::format("there is not enough memory for {}{} of {}; take a smaller --dim{}",
                    number_of(text->words.size(), "word"),
                    own_buckets ? fmt::format(" and {} buckets", c.subwords.buckets) : "",
                    number_of(c.dim, "dimension"),
                    own_buckets                 ? " or fewer --buckets"
                    : arguments.model == "nplm" ? " or --hidden, or a higher --min-count"
                                                : " or a higher --min-count"));
  }
}

// What there is to say of how it was learned.
void tell_learning(const Arguments& arguments, const Rounds& rounds, std::size_t words,
                   bool loss_known) {
  const bool is_word2vec = find_vector_trainer(arguments.model)->foreign.empty();
  if (is_word2vec && rounds.finished && !rounds.has_loss && loss_known && !arguments.config.given) {
    std::fprintf(
        stderr,
        "glassformer: no two words were left in a sentence to learn from, so the vectors "
        "are the random ones of the beginning; subsample the text less, with a larger --sample "
        "or with 0\n");
  }
  const double guessed = std::log(static_cast<double>(words));
  if (arguments.model == "nplm" && rounds.has_loss && rounds.loss > guessed) {
    std::fprintf(stderr,
                 "glassformer: the loss, %.3g, is above that of guessing, ln %zu = %.3g, so the "
                 "vectors say little; train again with a smaller --alpha\n",
                 rounds.loss, words, guessed);
  }
}

// How it ended.
void tell_end(const Arguments& arguments, const WordVectors& made, const Rounds& rounds,
              double share, double seconds) {
  std::string told;
  if (arguments.json) {
    nlohmann::ordered_json object{{"file", readable(arguments.out)},
                                  {"words", made.words.size()},
                                  {"dimensions", made.dim()},
                                  {"finished", rounds.finished},
                                  {"done", share},
                                  {"loss", nullptr},
                                  {"seconds", seconds}};
    if (rounds.has_loss) object["loss"] = rounds.loss;
    told = object.dump(2) + "\n";
  } else if (rounds.finished) {
    told =
        fmt::format("{}: {}, {}, after {}\n", arguments.out, number_of(made.words.size(), "word"),
                    number_of(made.dim(), "dimension"), time_text(seconds));
  }
  print(told);
}

// There are no more dimensions than words.
std::size_t dim_of(const Arguments& arguments, const EncodedText& text) {
  return std::min(static_cast<std::size_t>(arguments.config.dim), text.words.size());
}

// Hours of training may be in them.
std::string write_or_keep(const std::string& out, const WordVectors& made, VectorFormat format) {
  try {
    return write_vectors(out, made, format);
  } catch (const UserError& error) {
    keep_elsewhere(error, out, "The vectors are kept",
                   [&](const std::filesystem::path& file) { write_vectors(file, made, format); });
  }
}

int train(const Arguments& arguments, const std::string& command) {
  free_large_blocks_at_once();
  check(arguments.config);
  if (arguments.config.given) check(*arguments.config.given, arguments.config);
  check_training_file(arguments.out);
  const OutputLock lock(arguments.out);
  const VectorFormat format = checked_format(arguments.out);
  const std::filesystem::path checkpoint = arguments.out + ".checkpoint";
  check_checkpoint(checkpoint, arguments.resume);
  std::vector<std::filesystem::path> written = files_of(arguments.out, format);
  written.push_back(checkpoint);
  check_apart(arguments.corpus, written);
  check_apart(arguments.given.from, written);
  check_second_free(files_of(arguments.out, format));
  const Interrupts interrupts;
  const EncodedTextPtr text = read_corpus(arguments, interrupts);
  check_room(arguments.out, fewest_bytes(format, text->words.size(), dim_of(arguments, *text)),
             "what is trained");
  const auto training = make_training(arguments, text, interrupts);
  if (!arguments.resume) tell_replaced(arguments.out, "at its end, or where Ctrl C stops it");
  bool loss_known = true;
  if (arguments.resume) {
    training->restore(checkpoint);
    loss_known = std::isfinite(training->loss()) || training->done() == 0;
    if (!loss_known) {
      std::fprintf(stderr,
                   "%s: holds no loss, as those of earlier versions; the one that is told is of "
                   "what is trained from here on\n",
                   checkpoint.c_str());
    }
  }
  const auto begin = Clock::now();
  const Rounds rounds = run_rounds(*training, checkpoint, interrupts);
  check_converged(*training);
  tell_learning(arguments, rounds, text->words.size(), loss_known);
  const double share = training->share();
  WordVectors made = training->finish();
  if (made.dim() < static_cast<std::size_t>(arguments.config.dim)) {
    std::fprintf(stderr,
                 "glassformer: %zu words have no more than %zu dimensions; --dim %d asks "
                 "for more\n",
                 made.words.size(), made.dim(), arguments.config.dim);
  }
  made.origin = command;
  const std::string lost = write_or_keep(arguments.out, made, format);
  if (!lost.empty()) {
    std::fprintf(stderr, "glassformer: %s: %s\n", arguments.out.c_str(), lost.c_str());
  }
  if (!rounds.finished) {
    std::fprintf(stderr, "\nstopped at %.1f %% and saved; %s\n", 100 * share,
                 rounds.saved ? "go on with the same command and --resume"
                              : "without a checkpoint it cannot go on");
  } else {
    std::error_code none;
    std::filesystem::remove(checkpoint, none);
  }
  tell_end(arguments, made, rounds, share, seconds_since(begin));
  return 0;
}

void declare_text(const CommandOptions& app, Arguments& a) {
  app.add_option("CORPUS", a.corpus,
                 "A UTF-8 text of any size, also gz or zip; a line is a sentence. Without it the "
                 "program makes one from facts")
      .check(file_name)
      .type_name("");
  app.add_option("--sentences", a.sentences, "Sentences in the text that the program makes")
      .range(1, 100'000'000)
      .shows_default();
  app.add_option("-o,--out", a.out,
                 "The vectors to write, in the format of its ending, without one as .safetensors; "
                 "OUT.checkpoint lies beside them")
      .type_name("OUT")
      .required();
  app.add_flag("--lower", a.lower, "Turns all letters into lower case");
  app.add_option("--signs", a.signs,
                 "Punctuation: kept on the word that it touches, split off as a word of its own, "
                 "or dropped")
      .one_of({"keep", "apart", "drop"})
      .shows_default();
  app.add_option(
         "--tokens", a.tokens,
         "What counts as a word: what stands between spaces; for a text without spaces each "
         "character, or pieces that come together often")
      .one_of({"words", "characters", "pieces"})
      .shows_default();
  app.add_option("--vocabulary", a.pieces, "With --tokens pieces: at most so many different ones")
      .range(100, 1'000'000)
      .shows_default();
  app.add_option("--elisions", a.elisions,
                 "An elided word, as in l'eau: kept on the next one, or a word of its own, l'")
      .one_of({"keep", "apart"})
      .shows_default();
  app.add_option("--broken", a.broken,
                 "Bytes that are not UTF-8: kept as they are, or replaced by U+FFFD")
      .one_of({"keep", "replace"})
      .shows_default();
  app.add_option("--min-count", a.min_count, "Words that occur less often are left out")
      .range(1, 1 << 30)
      .shows_default();
}

void declare_model(const CommandOptions& app, Arguments& a) {
  Word2VecConfig& c = a.config;
  app.add_option(
         "--model", a.model,
         "sg: each word of the context predicts the centre; cbow: their mean does; glove, also "
         "without biases; lsa: singular values of PPMI, or of the counts; nplm: Bengio's network")
      .one_of(vector_trainer_names())
      .shows_default();
  app.add_option("--loss", a.loss,
                 "With sg and cbow: ns, negative sampling; hs, hierarchical softmax; softmax, over "
                 "all words")
      .one_of({"ns", "hs", "softmax"})
      .shows_default();
  app.add_flag("--subwords", c.subwords.on, "Vectors from the character n-grams of each word");
  app.add_option("--shortest", c.subwords.min_n, "Characters of the shortest n-gram")
      .shows_default();
  app.add_option("--longest", c.subwords.max_n, "Characters of the longest n-gram").shows_default();
  app.add_option("--buckets", c.subwords.buckets,
                 "Rows that n-grams are hashed into; 0: what memory allows, at most 200000")
      .shows_default();
  app.add_option("--dim", c.dim, "Numbers in a vector").range(1, 10'000).shows_default();
  app.add_option("--window", c.window,
                 "Words on either side (default 5, glove 10); with nplm, words before (4)")
      .range(1, 1000);
  app.add_option("--hidden", a.config.hidden, "With nplm: units of the hidden layer")
      .range(1, 100'000)
      .shows_default();
  app.add_flag("--direct", a.config.direct,
               "With nplm: the words before also predict directly, past the hidden layer");
  app.add_flag("--fixed-window", a.fixed_window,
               "Always the whole window, not a random width up to it");
  app.add_option("--negative", c.negative, "Words drawn from the noise for each centre word")
      .shows_default();
  app.add_option("--noise-power", c.noise_power, "Noise: counts to this power").shows_default();
  app.add_option("--sample", c.sample, "Subsamples words more frequent than this share; 0: none")
      .shows_default();
}

void declare_training(const CommandOptions& app, Arguments& a) {
  Word2VecConfig& c = a.config;
  app.add_option("--epochs", c.epochs, "Times the text is read (default 5, glove 15, nplm 1)")
      .range(1, 1'000'000);
  app.add_option("--alpha", c.alpha,
                 "Initial learning rate, which falls linearly; 0: 0.025, for cbow 0.05, "
                 "for skip-gram with hs 0.035, or 0.025 with --published");
  app.add_option("--alpha-end", c.alpha_end,
                 "Final learning rate; 0: almost none; the same as --alpha: it stays constant");
  app.add_flag(
      "--published", c.published,
      "With sg and cbow: word2vec as published, many times slower. Without it the words of a "
      "window share their negatives; with hs nodes near the root take a quarter of the "
      "step, the rate is higher for it, and products are of bfloat16 where the processor "
      "has them");
  app.add_flag("--true-gradient", a.true_gradient,
               "A mean of n rows passes 1/n of its gradient to each, not all of it");
  app.add_option("--seed", c.seed, "Seed of the random numbers")
      .check(whole_number)
      .shows_default();
  app.add_option("--threads", c.threads, "Threads; 0: one for each core").range(0, 1024);
  app.add_flag("--deterministic", c.deterministic,
               "The same vectors for a seed at any number of threads: only one of them trains");
  declare_backend(app, a.backend);
  app.add_flag("--resume", a.resume, "Continues from OUT.checkpoint");
  app.add_flag("--json", a.json, "How it ended, as JSON");
}

}  // namespace

std::function<int()> declare_train_vectors(const CommandOptions& app) {
  auto a = std::make_shared<Arguments>();
  declare_text(app, *a);
  declare_given_words(app, a->given);
  declare_model(app, *a);
  declare_training(app, *a);
  const CommandOptions declared = app;
  return [a, declared] {
    const std::map<std::string, Objective> objectives{{"ns", Objective::negative_sampling},
                                                      {"hs", Objective::hierarchical_softmax},
                                                      {"softmax", Objective::full_softmax}};
    a->min_count_given = declared.count("--min-count") > 0;
    a->config.objective = objectives.at(a->loss);
    a->config.dynamic_window = !a->fixed_window;
    a->config.whole_mean_gradient = !a->true_gradient;
    const VectorTrainer& trainer = *find_vector_trainer(a->model);
    check_options(trainer, a->config, declared);
    if (!a->corpus.empty() && declared.count("--sentences") > 0) {
      std::fprintf(stderr, "glassformer: --sentences does nothing with a text of your own\n");
    }
    if (a->model == "cbow") a->config.input = InputRows::cbow;
    if (declared.count("--window") == 0) a->config.window = trainer.window;
    if (declared.count("--epochs") == 0) a->config.epochs = trainer.epochs;
    take_given_words(a->given, declared, a->config);
    use_threads(a->config.threads);
    return train(*a, as_typed("train vectors", declared, {"--resume", "--threads", "--json"}));
  };
}

}  // namespace glassformer
