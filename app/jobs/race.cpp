#include "app/jobs/race.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "core/formats/recording_file.h"
#include "core/kernels/threads.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

constexpr int kPairs = 30'000, kDigits = 20, kScored = 300;
constexpr std::uint64_t kSeed = 1;
constexpr double kRound = 1;          // seconds of learning between two scores
constexpr std::int64_t kRounds = 60;  // then the race is over

Racer racer(std::string name, TrainingPlan plan, int pairs = 0) {
  plan.settings.seed = kSeed;
  return {std::move(name), std::move(plan), pairs};
}

// Each with a rate that does well for its width, which was tried.
TrainingPlan recurrent(int width, bool attention, double rate) {
  Seq2SeqConfig config;
  config.max_len = 0;
  config.d_embedding = 32;
  config.width = width;
  config.bidirectional = attention;
  if (!attention) config.score = AlignmentScore::none;
  TrainingPlan plan;
  plan.config = config;
  plan.settings.batch = 128;
  plan.settings.schedule = TaskSettings::Schedule::constant;
  plan.settings.rate = rate;
  return plan;
}

TrainingPlan digits(TrainingPlan plan) {
  plan.tokens = LearnedTokenizer::Kind::character;
  return plan;
}

// As the shipped ones are trained, but in smaller batches: with few pairs a batch should not hold
// half of them. Over the second half of so many steps the rate falls to 0; of 0 steps: it never
// does.
TrainingPlan of_sentences(TrainingPlan plan, int steps) {
  plan.settings.batch = 64;
  plan.settings.steps = steps;
  plan.settings.decay = steps / 2;
  return plan;
}

TrainingPlan transformer() {
  TransformerConfig config;
  config.d_model = 48;
  config.heads = 4;
  config.d_ff = 192;
  config.encoder_layers = config.decoder_layers = 2;
  config.dropout = 0;
  config.max_len = 0;
  config.tied = true;
  TrainingPlan plan;
  plan.config = config;
  return plan;
}

// Its networks and what they learn from; the lists are what a snapshot says of them.
struct Made {
  RaceMoment start;
  std::unique_ptr<Race> race;
};

Made make_race(RaceKind kind, int pairs, int steps) {
  std::vector<Racer> racers;
  TaskChoice choice;
  choice.count = kPairs;
  choice.seed = kSeed;
  Made made;
  if (kind == RaceKind::reverse_digits) {
    racers.push_back(racer("vector of 16", digits(recurrent(16, false, 0.005))));
    racers.push_back(racer("vector of 64", digits(recurrent(64, false, 0.003))));
    racers.push_back(racer("vector of 256", digits(recurrent(256, false, 0.002))));
    racers.push_back(racer("attention, 64", digits(recurrent(64, true, 0.003))));
    choice.kind = PairTaskKind::reverse;
    choice.digits = kDigits;
    choice.fewest_digits = 1;
    made.start.bins = {4, 8, 12, 16, 20};
  } else {
    for (const int size : race_sizes()) {
      if (pairs > 0 && size != pairs) continue;
      racers.push_back(
          racer("GRU with attention", of_sentences(recurrent(64, true, 0.003), steps), size));
      racers.push_back(racer("Transformer", of_sentences(transformer(), steps), size));
    }
    choice.kind = PairTaskKind::world;
    made.start.bins = {6, 10, 15};
  }
  for (const Racer& one : racers) {
    made.start.names.push_back(one.name);
    made.start.pairs.push_back(one.pairs);
  }
  made.race =
      std::make_unique<Race>(std::move(racers), task_data(choice), made.start.bins, kScored);
  for (std::size_t i = 0; i < made.race->size(); ++i) {
    made.start.parameters.push_back(made.race->parameters(i));
  }
  return made;
}

RaceMoment moment_of(const Made& made) {
  RaceMoment moment = made.start;
  for (std::size_t i = 0; i < made.race->size(); ++i) {
    moment.standings.push_back(made.race->standing(i));
  }
  return moment;
}

RaceRecording read_shipped(RaceKind kind) {
  RaceRecording recording;
  try {
    const std::string command = race_command(kind);
    const std::string name = command.substr(command.rfind(' ') + 1);
    for (RaceMoment& moment : read_race(recording_file(name), command)) {
      auto snapshot = std::make_shared<RaceSnapshot>();
      static_cast<RaceMoment&>(*snapshot) = std::move(moment);
      snapshot->state = JobSnapshot::State::paused;
      snapshot->rounds = static_cast<std::int64_t>(recording.size());
      recording.push_back(std::move(snapshot));
    }
    return recording;
  } catch (const UserError&) {
    return {};  // a file of ours that is missing takes nothing but the recording away
  }
}

}  // namespace

const std::vector<int>& race_sizes() {
  static const std::vector<int> sizes{300, 1000, 3000, 10'000, 29'000};
  return sizes;
}

std::string race_command(RaceKind kind) {
  return kind == RaceKind::reverse_digits ? "glassformer record bottleneck"
                                          : "glassformer record how-much-data";
}

RaceJob::Body window_race(RaceKind kind, int pairs) {
  return [=](RaceJob& job) {
    use_threads(0);
    RaceSnapshot now;
    // Nothing is made before somebody presses Train: until then the recording is looked at.
    if (!job.next([&] { return now; })) return now;
    const Made made = make_race(kind, pairs, 0);
    do {
      for (std::size_t i = 0; i < made.race->size(); ++i) made.race->learn(i, kRound);
      static_cast<RaceMoment&>(now) = moment_of(made);
      now.progress = static_cast<double>(++now.rounds) / kRounds;
      if (now.rounds < kRounds) job.publish(now);
    } while (now.rounds < kRounds && job.next([&] { return now; }));
    return now;
  };
}

std::vector<RaceMoment> record_race(RaceKind kind, const std::vector<double>& after,
                                    const std::function<void(double)>& tell) {
  const Made made = make_race(kind, 0, static_cast<int>(after.back()));
  std::vector<RaceMoment> moments;
  double before = 0;
  for (const double until : after) {
    for (std::size_t i = 0; i < made.race->size(); ++i) {
      if (kind == RaceKind::how_much_data) {
        made.race->learn_steps(i, static_cast<std::int64_t>(until - before));
      } else if (until > before) {
        made.race->learn(i, until - before);
      }
      tell((before + (until - before) * static_cast<double>(i + 1) /
                         static_cast<double>(made.race->size())) /
           after.back());
    }
    before = until;
    moments.push_back(moment_of(made));
  }
  return moments;
}

const RaceRecording& shipped_race(RaceKind kind) {
  static const std::array<RaceRecording, race_kinds> recordings{
      read_shipped(RaceKind::reverse_digits), read_shipped(RaceKind::how_much_data)};
  return recordings.at(static_cast<std::size_t>(kind));
}

}  // namespace glassformer
