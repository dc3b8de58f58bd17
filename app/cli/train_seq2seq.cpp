#include "app/cli/train_seq2seq.h"

#include <memory>

#include "app/cli/long_run.h"
#include "app/cli/train_model.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

struct Arguments {
  std::string pairs, task = "world", pair = "en-fr", model = "gru", attention = "bahdanau";
  std::string fed = "each-step", positions = "learned", encoder = "recurrent";
  int kernel = 3;
  TaskChoice choice;
  bool forward_only = false, no_baseline = false;
  Seq2SeqConfig config;
  TransformerConfig transformer;
  TrainRun run;
};

template <class Choice, std::size_t N>
Choice chosen(const ConfigWord<Choice> (&words)[N], const std::string& named) {
  for (const auto& [word, choice] : words) {
    if (named == word) return choice;
  }
  throw UserError("there is no '" + named + "' here");
}

// Bahdanau's attention asks before the step, all others after it. Hard attention is concat's, of
// which one position is taken.
void set_attention(Seq2SeqConfig& config, const std::string& attention) {
  using Asks = Seq2SeqConfig::Asks;
  config.asks = attention == "bahdanau" ? Asks::before : Asks::after;
  config.window = AlignmentWindow::global;
  config.pick = attention == "hard" ? AlignmentPick::hard : AlignmentPick::soft;
  if (attention == "bahdanau" || attention == "concat" || attention == "hard") {
    config.score = AlignmentScore::additive;
  } else if (attention == "local-m" || attention == "local-p") {
    config.score = AlignmentScore::general;
    config.window = chosen(window_words, attention);
  } else {
    config.score = chosen(score_words, attention);
  }
}

void declare_model(const CommandOptions& app, Arguments& a) {
  Seq2SeqConfig& c = a.config;
  app.add_option("--model", a.model,
                 "The cells of the recurrent layers; conv: convolutions instead of them; or a "
                 "Transformer")
      .one_of({"rnn", "gru", "gru-reset-after", "lstm", "conv", "transformer"})
      .shows_default();
  app.add_option(
         "--attention", a.attention,
         "Over the encoder's states; bahdanau asks before a step, the others after it. hard "
         "takes one position, drawn by concat's weights, and learns by REINFORCE. conv and "
         "transformer have their own")
      .one_of({"none", "bahdanau", "dot", "general", "concat", "location", "local-m", "local-p",
               "hard", "uniform"})
      .shows_default();
  app.add_option("--encoder", a.encoder,
                 "What is looked at: states of a recurrent network, or embedding + position")
      .one_of({"recurrent", "positions"})
      .shows_default();
  AttentionLearning& learning = a.run.plan.attention;
  app.add_option("--align-loss", learning.align,
                 "How much the cross-entropy of the attention weights against the true alignment "
                 "counts in the loss, where the pairs have one")
      .range(0.0, 1000.0)
      .shows_default();
  app.add_flag("--no-baseline", a.no_baseline,
               "With hard: rewards count as they are, not relative to their running mean");
  app.add_option("--width", c.width,
                 "Numbers in a state, or in a word between convolutions; d_model of a Transformer")
      .shows_default();
  app.add_option("--embedding", c.d_embedding, "Numbers that stand for one token").shows_default();
  app.add_option("--layers", c.encoder_layers, "Layers of the encoder, and of the decoder")
      .range(1, 64)
      .shows_default();
  app.add_flag("--forward-only", a.forward_only, "The encoder reads only from left to right");
  app.add_flag("--residual", c.residual,
               "Each layer above the lowest adds its input to its output");
  app.add_flag("--input-feeding", c.input_feeding,
               "What attention found is also an input of the next step");
  app.add_option("--fed", a.fed,
                 "Without attention: when the decoder gets the encoder's last state")
      .one_of({"once", "each-step"})
      .shows_default();
  app.add_option("--reach", c.reach, "Words on each side that local attention sees")
      .shows_default();
  app.add_option("--kernel", a.kernel, "With conv: words that a convolution reads at once; odd")
      .range(1, 63)
      .shows_default();
  app.add_option("--positions", a.positions, "With conv: how it knows where a word stands")
      .one_of({"learned", "sinusoidal", "none"})
      .shows_default();
  app.add_option("--dropout", c.dropout, "Share of cells that dropout sets to 0").shows_default();
  app.add_option("--longest", c.max_len,
                 "Most tokens of a sentence and the mark of its end; 0: as many as the pairs need")
      .shows_default();
}

void declare_task(const CommandOptions& app, Arguments& a) {
  app.add_option("PAIRS", a.pairs,
                 "A file of pairs, source TAB target on each line; without it --task makes them")
      .type_name("");
  declare_choice(app, a.task, a.choice);
  app.add_option("--pair", a.pair, "Languages of world and joined")
      .one_of(world_direction_names())
      .shows_default();
}

// What only a recurrent network can be told, and what only one of convolutions.
constexpr const char* recurrent_options[] = {"--encoder",     "--embedding", "--forward-only",
                                             "--no-baseline", "--residual",  "--input-feeding",
                                             "--fed",         "--reach"};
constexpr const char* convolution_options[] = {"--kernel", "--positions"};

// An option that the model has no use for would be passed over in silence.
void refuse_options_of_others(const std::string& model, const std::string& attention,
                              const CommandOptions& typed) {
  const bool convolutions = model == "conv";
  const auto refuse = [&](const char* name, const std::string& why) {
    if (typed.count(name) == 0) return;
    throw UserError(std::string(name) + " is for --model " + why + "; leave it out");
  };
  if (convolutions || model == "transformer") {
    refuse("--attention", "rnn, gru and lstm: " + model + " has an attention of its own");
    for (const char* name : recurrent_options) refuse(name, "rnn, gru and lstm");
  }
  if (convolutions) return;
  for (const char* name : convolution_options) refuse(name, "conv");
  if (model == "transformer") return;
  if (attention != "hard") typed.refuse({"--no-baseline"}, "is for --attention hard; leave it out");
  if (!attention.starts_with("local-")) {
    typed.refuse({"--reach"}, "is for --attention local-m and local-p; leave it out");
  }
  if (attention != "none") {
    typed.refuse({"--fed"}, "is for --attention none; leave it out");
  } else {
    typed.refuse({"--input-feeding"}, "says nothing of --attention none; leave it out");
  }
}

TransformerConfig transformer_like(const Seq2SeqConfig& c) {
  TransformerConfig config;
  config.d_model = c.width;
  config.heads = 4;
  config.d_ff = 4 * c.width;
  config.encoder_layers = config.decoder_layers = c.encoder_layers;
  config.dropout = c.dropout;
  config.max_len = c.max_len;
  return config;
}

ConvSeq2SeqConfig convolutional_like(const Arguments& a) {
  const Seq2SeqConfig& c = a.config;
  ConvSeq2SeqConfig config;
  config.width = c.width;
  config.encoder_layers = config.decoder_layers = c.encoder_layers;
  config.kernel = a.kernel;
  config.positions = a.positions == "learned"      ? PositionKind::learned
                     : a.positions == "sinusoidal" ? PositionKind::sinusoidal
                                                   : PositionKind::none;
  config.dropout = c.dropout;
  config.max_len = c.max_len;
  return config;
}

}  // namespace

std::function<int()> declare_train_seq2seq(const CommandOptions& app) {
  auto a = std::make_shared<Arguments>();
  a->config.max_len = 0;
  a->run.loop.tokens = "auto";
  TaskSettings& settings = a->run.plan.settings;
  settings.batch = 128;
  settings.schedule = TaskSettings::Schedule::constant;
  settings.rate = 0.003;
  declare_task(app, *a);
  declare_model(app, *a);
  app.add_option("--rate", settings.rate, "The learning rate").range(0.0, 10.0).shows_default();
  declare_run(app, a->run);
  const CommandOptions declared = app;
  return [a, declared] {
    Seq2SeqConfig config = a->config;
    TrainingPlan& plan = a->run.plan;
    const PairTaskKind task = pair_task_kind(a->task);
    const bool words =
        !a->pairs.empty() || task == PairTaskKind::world || task == PairTaskKind::joined;
    if (a->run.loop.tokens == "auto") a->run.loop.tokens = words ? "word" : "character";
    plan.tokens = tokenizer_kind(a->run.loop.tokens);
    plan.origin = as_typed("train seq2seq", declared, {"--resume", "--threads", "--memory"});
    refuse_other_choices(declared, !a->pairs.empty(), task);
    refuse_options_of_others(a->model, a->attention, declared);
    if (a->model == "transformer") {
      plan.config = transformer_like(config);
    } else if (a->model == "conv") {
      plan.config = convolutional_like(*a);
    } else {
      config.cell = chosen(cell_words, a->model);
      set_attention(config, a->attention);
      config.decoder_layers = config.encoder_layers;
      if (a->encoder == "positions") config.encoder = Seq2SeqConfig::Encoder::positions;
      config.bidirectional = !a->forward_only && config.score != AlignmentScore::dot;
      plan.attention.baseline = !a->no_baseline;
      config.fed = a->fed == "once" ? Seq2SeqConfig::Fed::once : Seq2SeqConfig::Fed::each_step;
      plan.config = config;
    }
    TaskChoice choice = a->choice;
    choice.kind = task;
    choice.direction = a->pair;
    choice.seed = plan.settings.seed;
    a->run.loop.reads = {a->pairs};
    return train(a->run, [&] {
      if (!a->pairs.empty()) return file_data(a->pairs);
      tell_making(choice.count);
      return task_data(choice);
    });
  };
}

}  // namespace glassformer
