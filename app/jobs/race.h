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
struct RaceSnapshot : JobSnapshot {
  std::vector<std::string> names;
  std::vector<int> bins;                // the longest input of each bin of lengths
  std::vector<RaceStanding> standings;  // of each of them
  std::int64_t rounds = 0;              // in which each learned for as long as the others
  bool by_steps = false;                // "as long" is as many steps; else as much time
  std::int64_t position() const { return rounds; }
  std::size_t bytes() const { return 96 * standings.size() * (1 + bins.size()); }
};
using RaceSnapshotPtr = std::shared_ptr<const RaceSnapshot>;
using RaceJob = Job<RaceSnapshot>;

RaceJob::Body window_race(RaceKind kind);

// The same, recorded when each has learned for so many seconds, or steps. `tell` hears how far it
// is, 0 … 1.
using RaceRecording = std::vector<RaceSnapshotPtr>;
RaceRecording record_race(RaceKind kind, const std::vector<double>& moments,
                          const std::function<void(double)>& tell);
// Throw UserError.
void write_recording(const std::filesystem::path& file, const RaceRecording& recording,
                     RaceKind kind);
RaceRecording read_race_recording(const std::filesystem::path& file);
// The shipped one, read once; empty if the file is not there or cannot be read.
const RaceRecording& shipped_race(RaceKind kind);

}  // namespace glassformer
