#include "app/jobs/race_entries.h"

#include <utility>

namespace glassformer {

namespace {

constexpr std::uint64_t kSeed = 1;

TrainingPlan plan_of(const Seq2SeqConfig& config, LearnedTokenizer::Kind tokens, int batch,
                     double rate) {
  TrainingPlan plan;
  plan.config = config;
  plan.tokens = tokens;
  plan.settings.batch = batch;
  plan.settings.schedule = TaskSettings::Schedule::constant;
  plan.settings.rate = rate;
  plan.settings.seed = kSeed;
  return plan;
}

RaceEntries made_of(std::vector<Racer> racers, const TaskChoice& choice, std::vector<int> bins,
                    int scored, int draws) {
  RaceEntries made;
  for (const Racer& one : racers) {
    made.start.names.push_back(one.name);
    made.start.pairs.push_back(one.pairs);
  }
  made.race = std::make_unique<Race>(std::move(racers), task_data(choice), bins, scored, draws);
  for (std::size_t i = 0; i < made.race->size(); ++i) {
    made.start.parameters.push_back(made.race->parameters(i));
  }
  made.start.bins = std::move(bins);
  return made;
}

RaceEntries bottleneck() {
  // Each with a rate that does well for its width, which was tried.
  const auto racer = [](std::string name, int width, bool attention, double rate) {
    Seq2SeqConfig config;
    config.max_len = 0;
    config.d_embedding = 32;
    config.width = width;
    config.bidirectional = attention;
    if (!attention) config.score = AlignmentScore::none;
    return Racer{std::move(name), plan_of(config, LearnedTokenizer::Kind::character, 128, rate), 0};
  };
  TaskChoice choice;
  choice.kind = PairTaskKind::reverse;
  choice.count = 30'000;
  choice.digits = 20;
  choice.fewest_digits = 1;
  choice.seed = kSeed;
  std::vector<Racer> racers;
  racers.push_back(racer("vector of 16", 16, false, 0.005));
  racers.push_back(racer("vector of 64", 64, false, 0.003));
  racers.push_back(racer("vector of 256", 256, false, 0.002));
  racers.push_back(racer("attention, 64", 64, true, 0.003));
  return made_of(std::move(racers), choice, {4, 8, 12, 16, 20}, 300, 0);
}

RaceEntries hard() {
  constexpr int digits = 8, width = 48;
  const auto racer = [](std::string name, AlignmentScore score, AlignmentPick pick,
                        Seq2SeqConfig::Encoder encoder, bool baseline) {
    Seq2SeqConfig config;
    config.max_len = 0;
    config.d_embedding = config.width = width;
    config.encoder = encoder;
    config.score = score;
    config.pick = pick;
    // What attention finds over embeddings goes into the word alone; over a recurrent encoder into
    // the next state too, as in Bahdanau's decoder.
    config.asks = encoder == Seq2SeqConfig::Encoder::positions ? Seq2SeqConfig::Asks::after
                                                               : Seq2SeqConfig::Asks::before;
    TrainingPlan plan = plan_of(config, LearnedTokenizer::Kind::character, 64, 0.005);
    plan.attention.baseline = baseline;
    return Racer{std::move(name), std::move(plan), 0};
  };
  using Encoder = Seq2SeqConfig::Encoder;
  constexpr auto additive = AlignmentScore::additive;
  std::vector<Racer> racers;
  racers.push_back(racer("soft", additive, AlignmentPick::soft, Encoder::positions, true));
  racers.push_back(
      racer("uniform", AlignmentScore::uniform, AlignmentPick::soft, Encoder::positions, true));
  racers.push_back(racer("hard", additive, AlignmentPick::hard, Encoder::positions, true));
  racers.push_back(racer("no baseline", additive, AlignmentPick::hard, Encoder::positions, false));
  racers.push_back(racer("over a GRU", additive, AlignmentPick::hard, Encoder::recurrent, true));
  TaskChoice choice;
  choice.kind = PairTaskKind::reverse;
  choice.count = 20'000;
  choice.digits = digits;
  choice.seed = kSeed;
  RaceEntries made = made_of(std::move(racers), choice, {digits}, 200, 12);
  made.start.by_steps = true;
  made.unit = 20;
  made.rounds = 20;
  return made;
}

RaceEntries taught() {
  const auto racer = [](std::string name, bool bahdanau, double align) {
    Seq2SeqConfig config;
    config.max_len = 0;
    config.d_embedding = config.width = 64;
    config.score = bahdanau ? AlignmentScore::additive : AlignmentScore::general;
    config.asks = bahdanau ? Seq2SeqConfig::Asks::before : Seq2SeqConfig::Asks::after;
    TrainingPlan plan = plan_of(config, LearnedTokenizer::Kind::word, 64, 0.004);
    plan.attention.align = align;
    return Racer{std::move(name), std::move(plan), 0};
  };
  std::vector<Racer> racers;
  racers.push_back(racer("Bahdanau", true, 0));
  racers.push_back(racer("Bahd., taught", true, 1));
  racers.push_back(racer("Luong", false, 0));
  racers.push_back(racer("Luong, taught", false, 1));
  TaskChoice choice;
  choice.count = 20'000;
  choice.seed = kSeed;
  RaceEntries made = made_of(std::move(racers), choice, {1000}, 200, 0);
  made.start.by_steps = true;
  made.unit = 50;
  made.rounds = 20;
  return made;
}

// As the shipped ones are trained, but in smaller batches: with few pairs a batch should not hold
// half of them.
RaceEntries how_much_data(const RacePart& part) {
  const auto racer = [&](std::string name, const auto& config, int pairs) {
    TrainingPlan plan;
    plan.config = config;
    plan.settings.seed = kSeed;
    plan.settings.batch = 64;
    plan.settings.steps = part.steps;
    plan.settings.decay = part.steps / 2;
    return Racer{std::move(name), std::move(plan), pairs};
  };
  Seq2SeqConfig gru;
  gru.max_len = 0;
  gru.d_embedding = 32;
  gru.width = 64;
  TransformerConfig transformer;
  transformer.d_model = 48;
  transformer.heads = 4;
  transformer.d_ff = 192;
  transformer.encoder_layers = transformer.decoder_layers = 2;
  transformer.dropout = 0;
  transformer.max_len = 0;
  transformer.tied = true;
  std::vector<Racer> racers;
  for (const int size : race_sizes()) {
    if (part.pairs > 0 && size != part.pairs) continue;
    racers.push_back(racer("GRU", gru, size));
    racers.back().plan.settings.schedule = TaskSettings::Schedule::constant;
    racers.back().plan.settings.rate = 0.003;
    racers.push_back(racer("Transformer", transformer, size));
  }
  TaskChoice choice;
  choice.count = 30'000;
  choice.seed = kSeed;
  RaceEntries made = made_of(std::move(racers), choice, {6, 10, 15}, 300, 0);
  made.start.by_steps = part.steps > 0;
  return made;
}

}  // namespace

const std::vector<int>& race_sizes() {
  static const std::vector<int> sizes{300, 1000, 3000, 10'000, 29'000};
  return sizes;
}

std::string_view name(RaceKind kind) {
  switch (kind) {
    case RaceKind::hard:
      return "hard-attention";
    case RaceKind::taught:
      return "true-alignments";
    case RaceKind::how_much_data:
      return "how-much-data";
    case RaceKind::bottleneck:
      break;
  }
  return "bottleneck";
}

RaceEntries make_race(RaceKind kind, const RacePart& part) {
  switch (kind) {
    case RaceKind::hard:
      return hard();
    case RaceKind::taught:
      return taught();
    case RaceKind::how_much_data:
      return how_much_data(part);
    case RaceKind::bottleneck:
      break;
  }
  return bottleneck();
}

}  // namespace glassformer
