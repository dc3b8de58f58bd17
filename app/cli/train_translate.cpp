#include "app/cli/train_translate.h"

#include <memory>

#include "app/cli/long_run.h"
#include "app/cli/train_model.h"

namespace glassformer {

namespace {

struct Arguments {
  std::string pairs, pair = "en-fr", positions = "sinusoidal", activation = "relu", norm = "layer";
  int sentences = 30000, layers = 2;
  bool untied = false;
  TransformerConfig config;
  TrainRun run;
};

void declare_model(const CommandOptions& app, Arguments& a) {
  TransformerConfig& c = a.config;
  app.add_option("--d-model", c.d_model, "Numbers that stand for one token").shows_default();
  app.add_option("--heads", c.heads, "Heads of each attention; d-model must be a multiple")
      .shows_default();
  app.add_option("--layers", a.layers, "Layers of the encoder, and of the decoder")
      .range(1, 128)
      .shows_default();
  app.add_option("--d-ff", c.d_ff, "Width of the feed-forward layers").shows_default();
  app.add_option("--dropout", c.dropout, "Share of cells that dropout sets to 0").shows_default();
  app.add_option("--label-smoothing", c.label_smoothing,
                 "Share of the probability that is spread over all words")
      .shows_default();
  app.add_flag("--pre-norm", c.pre_norm, "The norm before each sub-layer, not after its sum");
  app.add_option(
         "--norm", a.norm,
         "layer: minus the mean, by the deviation; rms: by the root of the mean square alone")
      .one_of({"layer", "rms"})
      .shows_default();
  app.add_option("--positions", a.positions, "Positional encoding")
      .one_of({"sinusoidal", "learned"})
      .shows_default();
  app.add_option("--activation", a.activation, "Between the feed-forward layers")
      .one_of({"relu", "gelu", "silu"})
      .shows_default();
  app.add_flag(
      "--gated", c.gated,
      "Gated feed-forward layers: two maps, one of them through the activation, multiplied");
  app.add_flag("--untied", a.untied, "The output layer has weights of its own");
  app.add_option("--longest", c.max_len,
                 "Most tokens of a sentence and the mark of its end; 0: as many as the pairs need")
      .shows_default();
}

void declare_rate(const CommandOptions& app, TaskSettings& s) {
  app.add_option("--warmup", s.warmup, "Steps until the learning rate is highest")
      .range(1, 1 << 30)
      .shows_default();
  app.add_option("--rate", s.rate, "Multiplies the learning rate of the paper's schedule")
      .range(0.0, 1000.0)
      .shows_default();
}

}  // namespace

std::function<int()> declare_train_translate(const CommandOptions& app) {
  auto a = std::make_shared<Arguments>();
  TransformerConfig& c = a->config;
  c.d_model = 64;
  c.heads = 4;
  c.d_ff = 256;
  c.dropout = 0;
  c.max_len = 0;
  a->run.plan.settings.batch = 128;
  app.add_option("PAIRS", a->pairs,
                 "A file of pairs, source TAB target on each line; without it the "
                 "shipped world makes them")
      .type_name("");
  app.add_option("--pair", a->pair, "Languages of the shipped world")
      .one_of(world_direction_names())
      .shows_default();
  app.add_option("--sentences", a->sentences, "Pairs that the shipped world makes")
      .range(10, 10'000'000)
      .shows_default();
  declare_model(app, *a);
  declare_rate(app, a->run.plan.settings);
  declare_run(app, a->run);
  const CommandOptions declared = app;
  return [a, declared] {
    if (!a->pairs.empty()) {
      declared.refuse({"--pair", "--sentences"}, "says nothing of pairs of your own; leave it out");
    }
    TransformerConfig config = a->config;
    config.encoder_layers = config.decoder_layers = a->layers;
    config.tied = !a->untied;
    if (a->positions == "learned") config.positions = PositionKind::learned;
    if (a->activation == "gelu") config.activation = Activation::gelu;
    if (a->activation == "silu") config.activation = Activation::silu;
    if (a->norm == "rms") config.norm = NormKind::rms;
    TrainingPlan& plan = a->run.plan;
    plan.config = config;
    plan.tokens = tokenizer_kind(a->run.loop.tokens);
    plan.origin = as_typed("train translate", declared, {"--resume", "--threads", "--memory"});
    a->run.loop.reads = {a->pairs};
    return train(a->run, [&] {
      if (!a->pairs.empty()) return file_data(a->pairs);
      tell_making(a->sentences);
      return world_data(a->pair, a->sentences, plan.settings.seed);
    });
  };
}

}  // namespace glassformer
