#include "app/jobs/race.h"

#include <map>
#include <utility>

#include "core/formats/recording_file.h"
#include "core/kernels/threads.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

RaceMoment moment_of(const RaceEntries& made) {
  RaceMoment moment = made.start;
  for (std::size_t i = 0; i < made.race->size(); ++i) {
    moment.standings.push_back(made.race->standing(i));
  }
  return moment;
}

RaceRecording read_shipped(RaceKind kind) {
  try {
    return read_race_recording(recording_file(name(kind)), kind);
  } catch (const UserError&) {
    return {};  // a file of ours that is missing takes nothing but the recording away
  }
}

}  // namespace

std::string race_command(RaceKind kind) {
  return "glassformer record " + std::string(name(kind));
}

RaceJob::Body window_race(RaceKind kind, int pairs) {
  return [=](RaceJob& job) {
    use_threads(0);
    RaceSnapshot now;
    // Nothing is made before somebody presses Train: until then the recording is looked at.
    if (!job.next([&] { return now; })) return now;
    const RaceEntries made = make_race(kind, {.pairs = pairs});
    do {
      for (std::size_t i = 0; i < made.race->size(); ++i) made.learn(i, made.unit);
      static_cast<RaceMoment&>(now) = moment_of(made);
      now.progress = static_cast<double>(++now.rounds) / static_cast<double>(made.rounds);
      if (now.rounds < made.rounds) job.publish(now);
    } while (now.rounds < made.rounds && job.next([&] { return now; }));
    return now;
  };
}

std::vector<RaceMoment> record_race(RaceKind kind, const std::vector<double>& moments,
                                    const std::function<void(double)>& tell) {
  const RaceEntries made = make_race(kind, {.steps = static_cast<int>(moments.back())});
  std::vector<RaceMoment> recording;
  double before = 0;
  for (const double until : moments) {
    for (std::size_t i = 0; i < made.race->size(); ++i) {
      if (until > before) made.learn(i, until - before);
      tell((before + (until - before) * static_cast<double>(i + 1) /
                         static_cast<double>(made.race->size())) /
           moments.back());
    }
    before = until;
    recording.push_back(moment_of(made));
  }
  return recording;
}

RaceRecording read_race_recording(const std::filesystem::path& file, RaceKind kind) {
  RaceRecording recording;
  for (RaceMoment& moment : read_race(file, race_command(kind))) {
    auto snapshot = std::make_shared<RaceSnapshot>();
    static_cast<RaceMoment&>(*snapshot) = std::move(moment);
    snapshot->state = JobSnapshot::State::paused;
    snapshot->rounds = static_cast<std::int64_t>(recording.size());
    recording.push_back(std::move(snapshot));
  }
  return recording;
}

const RaceRecording& shipped_race(RaceKind kind) {
  static const std::map<RaceKind, RaceRecording> all = [] {
    std::map<RaceKind, RaceRecording> made;
    for (const RaceKind which : race_kinds) made[which] = read_shipped(which);
    return made;
  }();
  return all.at(kind);
}

}  // namespace glassformer
