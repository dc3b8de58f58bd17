#include "app/cli/train_translate.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <memory>

#include "app/cli/backend_option.h"
#include "app/cli/command_options.h"
#include "app/cli/long_run.h"
#include "app/cli/output.h"
#include "app/cli/whole_number.h"
#include "core/decode/evaluate.h"
#include "core/kernels/threads.h"
#include "core/tensor/error.h"
#include "core/text/number_of.h"
#include "core/train/pair_data.h"
#include "core/train/training.h"

namespace glassformer {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

struct Arguments {
  std::string pairs, out, pair = "en-fr", tokens = "word", positions = "sinusoidal";
  std::string activation = "relu";
  int sentences = 30000, layers = 2, steps = 3000, every = 250, patience = 8, threads = 0;
  double minutes = 0;
  bool untied = false, f16 = false, resume = false;
  TrainingPlan plan;
  std::string backend = "cpu";
};

// The loop around a training: scores, the best model so far, checkpoints, when to end.
class TrainCommand {
 public:
  explicit TrainCommand(const Arguments& arguments)
      : arguments_(arguments), checkpoint_(arguments.out + ".checkpoint") {}

  int run() {
    check_writable(arguments_.out);
    PairData data = arguments_.pairs.empty() ? world_data(arguments_.pair, arguments_.sentences,
                                                          arguments_.plan.settings.seed)
                                             : file_data(arguments_.pairs);
    for (const std::string& note : data.notes) std::fprintf(stderr, "%s\n", note.c_str());
    TrainingPlan plan = arguments_.plan;
    plan.data = data.name;
    training_ = std::make_unique<Training>(std::move(plan), data.train, std::move(data.held_out));
    const Checkpoint& checkpoint = training_->checkpoint();
    std::fprintf(
        stderr, "%zu pairs, %d and %d pieces, %s parameters, %d threads%s\n", data.train.size(),
        checkpoint.source().size(), checkpoint.target().size(),
        fmt::format("{:.3f} M", static_cast<double>(checkpoint.params.cells()) / 1e6).c_str(),
        threads_in_use(),
        training_->has_held_out() ? "" : "; none are held out, so scores are of trained pairs");
    if (arguments_.resume) {
      training_->resume(checkpoint_);
      best_ = training_->score(held_out_scored);
      std::fprintf(stderr, "resumed at step %lld\n", static_cast<long long>(training_->steps()));
    }
    train();
    return 0;
  }

 private:
  static constexpr int held_out_scored = 200;

  void tell_failure() {
    if (told_ || training_->device_failure().empty()) return;
    told_ = true;
    std::fprintf(stderr, "\nglassformer: %s\n", training_->device_failure().c_str());
  }

  bool out_of_time() const {
    return arguments_.minutes > 0 && seconds_since(begin_) >= 60 * arguments_.minutes;
  }

  void train() {
    const Interrupts interrupts;
    const OnBackend on(chosen_backend(arguments_.backend));
    begin_ = shown_ = Clock::now();
    const std::int64_t first = training_->steps();
    smoothed_ = training_->losses().size();
    bool ended = false;
    while (!ended && !interrupts.asked() && training_->steps() < arguments_.steps) {
      training_->step();
      tell_failure();
      tokens_ += training_->tokens();
      if (seconds_since(shown_) > 0.5) show(first, false);
      if (training_->steps() % arguments_.every == 0) ended = take_score(first);
      ended = ended || out_of_time();
    }
    if (interrupts.asked()) {
      training_->save_checkpoint(checkpoint_);
      if (best_.sentences == 0) save();
      std::fprintf(stderr,
                   "\nstopped at step %lld and saved; go on with the same command and --resume\n",
                   static_cast<long long>(training_->steps()));
      return;
    }
    if (training_->steps() % arguments_.every != 0) take_score(first);
    report();
  }

  // Of the model on disk, on all sentences that are held out.
  void report() const {
    const Evaluation all = evaluate(load_checkpoint(arguments_.out), training_->held_out(), {});
    print(fmt::format("{}: {:.1f} % exact, BLEU {:.1f} on {}; step {}, after {}\n", arguments_.out,
                      100 * all.exact_match, all.bleu.score,
                      number_of(all.sentences, training_->has_held_out() ? "held-out sentence"
                                                                         : "trained sentence"),
                      best_.step, time_text(seconds_since(begin_))));
  }

  // Of the last steps, the newest counting most.
  void smooth_loss() {
    const std::vector<double>& losses = training_->losses();
    for (; smoothed_ < losses.size(); ++smoothed_) {
      loss_ = loss_ == 0 ? losses[smoothed_] : 0.98 * loss_ + 0.02 * losses[smoothed_];
    }
  }

  void show(std::int64_t first, bool scored) {
    smooth_loss();
    shown_ = Clock::now();
    const double seconds = seconds_since(begin_);
    const auto done = static_cast<double>(training_->steps() - first);
    const double by_steps =
        seconds / std::max(1.0, done) * static_cast<double>(arguments_.steps - training_->steps());
    const double left =
        arguments_.minutes > 0 ? std::min(by_steps, 60 * arguments_.minutes - seconds) : by_steps;
    line_.show(
        fmt::format(
            "step {}/{}  loss {:.3f}  {:.0f} tokens/s  {:.1f} % exact  BLEU {:.1f}  {} left",
            training_->steps(), arguments_.steps, loss_, static_cast<double>(tokens_) / seconds,
            100 * score_.exact_match, score_.bleu, time_text(std::max(0.0, left))),
        scored);
  }

  // Scores, saves; true if it is time to stop because nothing gets better any more.
  bool take_score(std::int64_t first) {
    score_ = training_->score(held_out_scored);
    const bool better = best_.sentences == 0 || score_.exact_match > best_.exact_match ||
                        (score_.exact_match == best_.exact_match && score_.bleu >= best_.bleu);
    since_best_ = score_.exact_match > best_.exact_match ? 0 : since_best_ + 1;
    if (better) {
      best_ = score_;
      save();
    }
    training_->save_checkpoint(checkpoint_);
    show(first, true);
    return arguments_.patience > 0 && since_best_ >= arguments_.patience;
  }

  void save() {
    write_safetensors(arguments_.out, to_tensors(training_->checkpoint()),
                      arguments_.f16 ? Stored::f16 : Stored::f32);
  }

  const Arguments& arguments_;
  bool told_ = false;
  std::filesystem::path checkpoint_;
  std::unique_ptr<Training> training_;
  Clock::time_point begin_, shown_;
  double loss_ = 0;
  std::size_t smoothed_ = 0;  // of the losses
  std::int64_t tokens_ = 0;
  TrainingScore best_, score_;
  int since_best_ = 0;
  ProgressLine line_;
};

void declare_model(const CommandOptions& app, Arguments& a) {
  TransformerConfig& c = a.plan.config;
  app.add_option("--d-model", c.d_model, "Numbers that stand for one token").shows_default();
  app.add_option("--heads", c.heads, "Heads of each attention; d-model must be a multiple")
      .shows_default();
  app.add_option("--layers", a.layers, "Layers of the encoder, and of the decoder")
      .range(1, 128)
      .shows_default();
  app.add_option("--d-ff", c.d_ff, "Width of the feed-forward layers").shows_default();
  app.add_option("--dropout", c.dropout, "Share of cells dropped").shows_default();
  app.add_option("--label-smoothing", c.label_smoothing, "Share of the label spread over all words")
      .shows_default();
  app.add_flag("--pre-norm", c.pre_norm, "LayerNorm before each sub-layer, not after its sum");
  app.add_option("--positions", a.positions, "Positional encoding")
      .one_of({"sinusoidal", "learned"})
      .shows_default();
  app.add_option("--activation", a.activation, "Between the feed-forward layers")
      .one_of({"relu", "gelu"})
      .shows_default();
  app.add_flag("--untied", a.untied, "The output layer has weights of its own");
  app.add_option("--longest", c.max_len, "Most tokens of a sentence; 0: as the pairs need it")
      .shows_default();
}

void declare_training(const CommandOptions& app, Arguments& a) {
  TaskSettings& s = a.plan.settings;
  app.add_option("--batch", s.batch, "Pairs of a step").range(1, 65536).shows_default();
  app.add_option("--steps", a.steps, "Steps at most").range(1, 1 << 30).shows_default();
  app.add_option("--minutes", a.minutes, "Minutes at most; 0: no limit").range(0.0, 1e6);
  app.add_option("--warmup", s.warmup, "Steps until the rate is highest")
      .range(1, 1 << 30)
      .shows_default();
  app.add_option("--cool-down", s.decay, "The rate falls to 0 over the last so many steps")
      .range(0, 1 << 30)
      .shows_default();
  app.add_option("--rate", s.rate, "Multiplies the learning rate of the paper's schedule")
      .range(0.0, 1000.0)
      .shows_default();
  app.add_option("--clip", a.plan.adam.clip, "Longest gradient; 0: any")
      .range(0.0, 1e9)
      .shows_default();
  app.add_option("--seed", s.seed, "Names the random numbers").check(whole_number).shows_default();
  declare_backend(app, a.backend);
  app.add_option("--threads", a.threads, "Threads; 0: one for each core. The curve is the same")
      .range(0, 1024);
  app.add_option("--evaluate-every", a.every, "Steps between scores on held-out sentences")
      .range(1, 1 << 30)
      .shows_default();
  app.add_option("--patience", a.patience,
                 "Ends after so many scores without a better one; 0: never")
      .range(0, 1 << 30)
      .shows_default();
}

LearnedTokenizer::Kind kind_of(const std::string& tokens) {
  if (tokens == "character") return LearnedTokenizer::Kind::character;
  return tokens == "bpe" ? LearnedTokenizer::Kind::bpe : LearnedTokenizer::Kind::word;
}

}  // namespace

std::function<int()> declare_train_translate(const CommandOptions& app) {
  auto a = std::make_shared<Arguments>();
  TransformerConfig& c = a->plan.config;
  c.d_model = 64;
  c.heads = 4;
  c.d_ff = 256;
  c.dropout = 0;
  c.max_len = 0;
  a->plan.settings.batch = 128;
  app.add_option("PAIRS", a->pairs,
                 "A file of pairs, source TAB target on each line; without it the "
                 "shipped world makes them")
      .type_name("");
  app.add_option("-o,--out", a->out, "The model to write; OUT.checkpoint lies beside it")
      .type_name("OUT")
      .required();
  app.add_option("--pair", a->pair, "Languages of the shipped world")
      .one_of(world_direction_names())
      .shows_default();
  app.add_option("--sentences", a->sentences, "Pairs that the shipped world makes")
      .range(10, 10'000'000)
      .shows_default();
  app.add_option("--tokens", a->tokens, "Pieces that sentences are cut into")
      .one_of({"word", "character", "bpe"})
      .shows_default();
  app.add_option("--vocabulary", a->plan.vocabulary, "Most pieces, for each language")
      .shows_default();
  declare_model(app, *a);
  declare_training(app, *a);
  app.add_flag("--f16", a->f16, "Writes the model in 16-bit numbers, half as large");
  app.add_flag("--resume", a->resume, "Goes on from OUT.checkpoint, as if never stopped");
  const CommandOptions declared = app;
  return [a, declared] {
    a->plan.tokens = kind_of(a->tokens);
    TransformerConfig& config = a->plan.config;
    config.encoder_layers = config.decoder_layers = a->layers;
    config.tied = !a->untied;
    if (a->positions == "learned") config.positions = PositionKind::learned;
    if (a->activation == "gelu") config.activation = Activation::gelu;
    a->plan.settings.steps = a->steps;
    a->plan.origin = as_typed("train translate", declared, {"--resume", "--threads"});
    use_threads(a->threads);
    return TrainCommand(*a).run();
  };
}

}  // namespace glassformer
