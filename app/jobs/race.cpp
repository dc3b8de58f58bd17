#include "app/jobs/race.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "app/jobs/recording.h"
#include "core/formats/safetensors.h"
#include "core/kernels/threads.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

constexpr std::string_view kKind = "race of encoder-decoders";

RaceSnapshot snapshot_of(const RaceEntries& made, std::int64_t rounds) {
  RaceSnapshot snapshot;
  snapshot.names = made.names;
  snapshot.bins = made.bins;
  snapshot.by_steps = made.by_steps;
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

// Columns before those of the bins: seconds, steps, loss, exact match; and, where they were
// measured, behind them: aligned, noise. What was not is −1.
constexpr int kFixed = 4, kMeasured = 2;

Real measured(const std::optional<double>& value) {
  return static_cast<Real>(value.value_or(-1));
}

std::optional<double> measured(Real cell) {
  return cell < 0 ? std::nullopt : std::optional<double>(cell);
}

}  // namespace

RaceJob::Body window_race(RaceKind kind) {
  return [kind](RaceJob& job) {
    use_threads(0);
    RaceSnapshot now;
    // Nothing is made before somebody presses Train: until then the recording is looked at.
    if (!job.next([&] { return now; })) return now;
    const RaceEntries made = make_race(kind);
    std::int64_t rounds = 0;
    do {
      for (std::size_t i = 0; i < made.race->size(); ++i) made.learn(i, made.unit);
      now = snapshot_of(made, ++rounds);
      now.progress = static_cast<double>(rounds) / static_cast<double>(made.rounds);
      if (rounds < made.rounds) job.publish(now);
    } while (rounds < made.rounds && job.next([&] { return now; }));
    return now;
  };
}

RaceRecording record_race(RaceKind kind, const std::vector<double>& moments,
                          const std::function<void(double)>& tell) {
  const RaceEntries made = make_race(kind);
  RaceRecording recording;
  double before = 0;
  for (const double until : moments) {
    for (std::size_t i = 0; i < made.race->size(); ++i) {
      if (until > before) made.learn(i, until - before);
      tell((before + (until - before) * static_cast<double>(i + 1) /
                         static_cast<double>(made.race->size())) /
           moments.back());
    }
    before = until;
    RaceSnapshot moment = snapshot_of(made, static_cast<std::int64_t>(recording.size()));
    moment.state = JobSnapshot::State::paused;
    moment.progress = until / moments.back();
    recording.push_back(std::make_shared<const RaceSnapshot>(std::move(moment)));
  }
  return recording;
}

void write_recording(const std::filesystem::path& file, const RaceRecording& recording,
                     RaceKind kind) {
  TensorFile content;
  const RaceSnapshot& last = *recording.back();
  std::string bins;
  for (const int bin : last.bins) bins += (bins.empty() ? "" : "\n") + std::to_string(bin);
  content.metadata = {{"recording", std::string(kKind)},
                      {"made_by", fmt::format("glassformer record {}", name(kind))},
                      {"by", last.by_steps ? "steps" : "seconds"},
                      {"names", joined(last.names)},
                      {"bins", bins}};
  for (std::size_t racer = 0; racer < last.names.size(); ++racer) {
    Mat moments(static_cast<int>(recording.size()),
                kFixed + static_cast<int>(last.bins.size()) + kMeasured);
    for (int k = 0; k < moments.rows(); ++k) {
      const RaceStanding& standing = recording[static_cast<std::size_t>(k)]->standings[racer];
      moments(k, 0) = static_cast<Real>(standing.seconds);
      moments(k, 1) = static_cast<Real>(standing.steps);
      moments(k, 2) = static_cast<Real>(standing.loss);
      moments(k, 3) = static_cast<Real>(standing.exact_match);
      for (std::size_t b = 0; b < standing.by_length.size(); ++b) {
        moments(k, kFixed + static_cast<int>(b)) = static_cast<Real>(standing.by_length[b]);
      }
      moments(k, moments.cols() - 2) = measured(standing.aligned);
      moments(k, moments.cols() - 1) = measured(standing.noise);
    }
    content.tensors.push_back(tensor(fmt::format("racer.{}", racer), std::move(moments)));
  }
  write_safetensors(file, content);
}

RaceRecording read_race_recording(const std::filesystem::path& file) {
  const TensorFile content = read_safetensors(file);
  const auto fail = [&](const std::string& why) -> UserError {
    return UserError(file.string() + ": the recording " + why +
                     "; make it again with 'glassformer record'");
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
  // The first recordings have no measured columns and nothing that says what the moments count.
  const bool measures = content.metadata.contains("by");
  const bool by_steps = measures && text("by").front() == "steps";
  const int cols = kFixed + static_cast<int>(bins.size()) + (measures ? kMeasured : 0);
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
        moments.back()->by_steps = by_steps;
      }
      RaceStanding standing;
      standing.seconds = rows(k, 0);
      standing.steps = static_cast<std::int64_t>(rows(k, 1));
      standing.loss = rows(k, 2);
      standing.exact_match = rows(k, 3);
      for (std::size_t b = 0; b < bins.size(); ++b) {
        standing.by_length.push_back(rows(k, kFixed + static_cast<int>(b)));
      }
      if (measures) {
        standing.aligned = measured(rows(k, cols - 2));
        standing.noise = measured(rows(k, cols - 1));
      }
      moments[static_cast<std::size_t>(k)]->standings.push_back(std::move(standing));
    }
  }
  return {moments.begin(), moments.end()};
}

const RaceRecording& shipped_race(RaceKind kind) {
  const auto read = [](RaceKind which) -> RaceRecording {
    try {
      return read_race_recording(recording_file(name(which)));
    } catch (const UserError&) {
      return {};  // a file of ours that is missing takes nothing but the recording away
    }
  };
  static const std::map<RaceKind, RaceRecording> all = [&] {
    std::map<RaceKind, RaceRecording> made;
    for (const RaceKind which : race_kinds) made[which] = read(which);
    return made;
  }();
  return all.at(kind);
}

}  // namespace glassformer
