#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/jobs/job.h"
#include "app/jobs/race_entries.h"

namespace glassformer {

// Networks that learn the same task side by side, as they were at one moment.
struct RaceSnapshot : JobSnapshot, RaceMoment {
  std::int64_t rounds = 0;  // in which each learned for as long as the others
  std::int64_t position() const { return rounds; }
  std::size_t bytes() const { return 96 * standings.size() * (1 + bins.size()); }
};
using RaceSnapshotPtr = std::shared_ptr<const RaceSnapshot>;
using RaceJob = Job<RaceSnapshot>;

// `pairs`: of how_much_data the two networks that learn from so many.
RaceJob::Body window_race(RaceKind kind, int pairs);

// The same, recorded when each has learned for so many seconds, or steps. `tell` hears how far it
// is, 0 … 1.
std::vector<RaceMoment> record_race(RaceKind kind, const std::vector<double>& moments,
                                    const std::function<void(double)>& tell);
std::string race_command(RaceKind kind);  // "glassformer record bottleneck"

using RaceRecording = std::vector<RaceSnapshotPtr>;
// Throws UserError for a file that is none of this kind.
RaceRecording read_race_recording(const std::filesystem::path& file, RaceKind kind);
// The shipped one, read once; empty if the file is not there or cannot be read.
const RaceRecording& shipped_race(RaceKind kind);

}  // namespace glassformer
