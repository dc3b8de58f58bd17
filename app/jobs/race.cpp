#include "app/jobs/race.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/jobs/recording.h"
#include "core/formats/safetensors.h"
#include "core/kernels/threads.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

constexpr int kPairs = 30'000, kDigits = 20, kScored = 300;
constexpr std::uint64_t kSeed = 1;
constexpr double kRound = 1;          // seconds of learning between two scores
constexpr std::int64_t kRounds = 60;  // then the race is over
constexpr std::string_view kKind = "race of encoder-decoders";

// Each with a rate that does well for its width, which was tried.
Racer racer(std::string name, int width, bool attention, double rate) {
  Seq2SeqConfig config;
  config.max_len = 0;
  config.d_embedding = 32;
  config.width = width;
  config.bidirectional = attention;
  if (!attention) config.score = AlignmentScore::none;
  TrainingPlan plan;
  plan.config = config;
  plan.tokens = LearnedTokenizer::Kind::character;
  plan.settings.batch = 128;
  plan.settings.schedule = TaskSettings::Schedule::constant;
  plan.settings.rate = rate;
  plan.settings.seed = kSeed;
  return {std::move(name), std::move(plan)};
}

// Its networks and what they learn from; `names` and `bins` are what a snapshot says of them.
struct Made {
  std::vector<std::string> names;
  std::vector<int> bins{4, 8, 12, 16, 20};
  std::unique_ptr<Race> race;
};

Made make_race() {
  std::vector<Racer> racers;
  racers.push_back(racer("vector of 16", 16, false, 0.005));
  racers.push_back(racer("vector of 64", 64, false, 0.003));
  racers.push_back(racer("vector of 256", 256, false, 0.002));
  racers.push_back(racer("attention, 64", 64, true, 0.003));
  Made made;
  for (const Racer& one : racers) made.names.push_back(one.name);
  TaskChoice choice;
  choice.kind = PairTaskKind::reverse;
  choice.count = kPairs;
  choice.digits = kDigits;
  choice.fewest_digits = 1;
  choice.seed = kSeed;
  made.race = std::make_unique<Race>(std::move(racers), task_data(choice), made.bins, kScored);
  return made;
}

RaceSnapshot snapshot_of(const Made& made, std::int64_t rounds) {
  RaceSnapshot snapshot;
  snapshot.names = made.names;
  snapshot.bins = made.bins;
  snapshot.rounds = rounds;
  for (std::size_t i = 0; i < made.race->size(); ++i) {
    snapshot.standings.push_back(made.race->standing(i));
  }
  return snapshot;
}

NamedTensor tensor(std::string name, Mat value) {
  const Shape shape = value.shape();
  return {std::move(name), {shape.rows, shape.cols}, std::move(value), "F32"};
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : "\n") + name;
  return text;
}

constexpr int kFixed = 4;  // columns before those of the bins: seconds, steps, loss, exact match

}  // namespace

RaceJob::Body window_race() {
  return [](RaceJob& job) {
    use_threads(0);
    RaceSnapshot now;
    // Nothing is made before somebody presses Train: until then the recording is looked at.
    if (!job.next([&] { return now; })) return now;
    const Made made = make_race();
    std::int64_t rounds = 0;
    do {
      for (std::size_t i = 0; i < made.race->size(); ++i) made.race->learn(i, kRound);
      now = snapshot_of(made, ++rounds);
      now.progress = static_cast<double>(rounds) / kRounds;
      if (rounds < kRounds) job.publish(now);
    } while (rounds < kRounds && job.next([&] { return now; }));
    return now;
  };
}

RaceRecording record_race(const std::vector<double>& seconds,
                          const std::function<void(double)>& tell) {
  const Made made = make_race();
  RaceRecording recording;
  double before = 0;
  for (const double until : seconds) {
    for (std::size_t i = 0; i < made.race->size(); ++i) {
      if (until > before) made.race->learn(i, until - before);
      tell((before + (until - before) * static_cast<double>(i + 1) /
                         static_cast<double>(made.race->size())) /
           seconds.back());
    }
    before = until;
    RaceSnapshot moment = snapshot_of(made, static_cast<std::int64_t>(recording.size()));
    moment.state = JobSnapshot::State::paused;
    moment.progress = until / seconds.back();
    recording.push_back(std::make_shared<const RaceSnapshot>(std::move(moment)));
  }
  return recording;
}

void write_recording(const std::filesystem::path& file, const RaceRecording& recording) {
  TensorFile content;
  const RaceSnapshot& last = *recording.back();
  std::string bins;
  for (const int bin : last.bins) bins += (bins.empty() ? "" : "\n") + std::to_string(bin);
  content.metadata = {{"recording", std::string(kKind)},
                      {"made_by", "glassformer record bottleneck"},
                      {"names", joined(last.names)},
                      {"bins", bins}};
  for (std::size_t racer = 0; racer < last.names.size(); ++racer) {
    Mat moments(static_cast<int>(recording.size()), kFixed + static_cast<int>(last.bins.size()));
    for (int k = 0; k < moments.rows(); ++k) {
      const RaceStanding& standing = recording[static_cast<std::size_t>(k)]->standings[racer];
      moments(k, 0) = static_cast<Real>(standing.seconds);
      moments(k, 1) = static_cast<Real>(standing.steps);
      moments(k, 2) = static_cast<Real>(standing.loss);
      moments(k, 3) = static_cast<Real>(standing.exact_match);
      for (std::size_t b = 0; b < standing.by_length.size(); ++b) {
        moments(k, kFixed + static_cast<int>(b)) = static_cast<Real>(standing.by_length[b]);
      }
    }
    content.tensors.push_back(tensor(fmt::format("racer.{}", racer), std::move(moments)));
  }
  write_safetensors(file, content);
}

RaceRecording read_race_recording(const std::filesystem::path& file) {
  const TensorFile content = read_safetensors(file);
  const auto fail = [&](const std::string& why) -> UserError {
    return UserError(file.string() + ": the recording " + why +
                     "; make it again with 'glassformer record bottleneck'");
  };
  const auto text = [&](const std::string& key) {
    const auto found = content.metadata.find(key);
    if (found == content.metadata.end()) throw fail("lacks the text \"" + key + "\"");
    std::vector<std::string> lines;
    std::size_t begin = 0;
    for (std::size_t end; (end = found->second.find('\n', begin)) != std::string::npos;) {
      lines.push_back(found->second.substr(begin, end - begin));
      begin = end + 1;
    }
    lines.push_back(found->second.substr(begin));
    return lines;
  };
  if (text("recording").front() != kKind) throw fail("holds no race");
  const std::vector<std::string> names = text("names");
  std::vector<int> bins;
  for (const std::string& bin : text("bins")) {
    if (bin.empty() || bin.size() > 4 || bin.find_first_not_of("0123456789") != std::string::npos) {
      throw fail("has a length that is no number");
    }
    bins.push_back(std::stoi(bin));
  }
  const int cols = kFixed + static_cast<int>(bins.size());
  std::vector<std::shared_ptr<RaceSnapshot>> moments;
  for (std::size_t racer = 0; racer < names.size(); ++racer) {
    const std::string name = fmt::format("racer.{}", racer);
    const auto found = std::ranges::find(content.tensors, name, &NamedTensor::name);
    if (found == content.tensors.end() || found->value.cols() != cols || found->value.rows() < 1 ||
        (racer > 0 && found->value.rows() != static_cast<int>(moments.size()))) {
      throw fail("lacks the matrix \"" + name + "\" or has it in another shape");
    }
    const Mat& rows = found->value;
    for (int k = 0; k < rows.rows(); ++k) {
      if (racer == 0) {
        moments.push_back(std::make_shared<RaceSnapshot>());
        moments.back()->state = JobSnapshot::State::paused;
        moments.back()->names = names;
        moments.back()->bins = bins;
        moments.back()->rounds = k;
      }
      RaceStanding standing;
      standing.seconds = rows(k, 0);
      standing.steps = static_cast<std::int64_t>(rows(k, 1));
      standing.loss = rows(k, 2);
      standing.exact_match = rows(k, 3);
      for (std::size_t b = 0; b < bins.size(); ++b) {
        standing.by_length.push_back(rows(k, kFixed + static_cast<int>(b)));
      }
      moments[static_cast<std::size_t>(k)]->standings.push_back(std::move(standing));
    }
  }
  return {moments.begin(), moments.end()};
}

const RaceRecording& shipped_race() {
  static const RaceRecording recording = []() -> RaceRecording {
    try {
      return read_race_recording(recording_file("bottleneck"));
    } catch (const UserError&) {
      return {};  // a file of ours that is missing takes nothing but the recording away
    }
  }();
  return recording;
}

}  // namespace glassformer
