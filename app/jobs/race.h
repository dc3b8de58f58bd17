#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/jobs/job.h"
#include "core/train/race.h"

namespace glassformer {

// Networks that learn to reverse digits side by side, as they were at one moment.
struct RaceSnapshot : JobSnapshot {
  std::vector<std::string> names;
  std::vector<int> bins;                // the longest input of each bin of lengths
  std::vector<RaceStanding> standings;  // of each of them
  std::int64_t rounds = 0;              // in which each had as much time as the others
  std::int64_t position() const { return rounds; }
  std::size_t bytes() const { return 64 * standings.size() * (1 + bins.size()); }
};
using RaceSnapshotPtr = std::shared_ptr<const RaceSnapshot>;
using RaceJob = Job<RaceSnapshot>;

// GRUs with one vector of 16, 64 and 256 numbers between encoder and decoder, and one with
// Bahdanau's attention, on numbers of 1 to 20 digits that are to be read from their end.
RaceJob::Body window_race();

// The same, recorded when each has learned for so many seconds. `tell` hears how far it is, 0 … 1.
using RaceRecording = std::vector<RaceSnapshotPtr>;
RaceRecording record_race(const std::vector<double>& seconds,
                          const std::function<void(double)>& tell);
// Throw UserError.
void write_recording(const std::filesystem::path& file, const RaceRecording& recording);
RaceRecording read_race_recording(const std::filesystem::path& file);
// The shipped one, read once; empty if the file is not there or cannot be read.
const RaceRecording& shipped_race();

}  // namespace glassformer
