#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/jobs/job.h"
#include "core/train/race_recording.h"

namespace glassformer {

enum class RaceKind {
  // GRUs with one vector of 16, 64 and 256 numbers between encoder and decoder, and one with
  // Bahdanau's attention, on numbers of 1 to 20 digits that are to be read from their end.
  reverse_digits,
  // A GRU with attention and a Transformer on 300 to 29,000 pairs of the small world.
  how_much_data
};
inline constexpr int race_kinds = 2;

// The numbers of pairs that how_much_data knows.
const std::vector<int>& race_sizes();

// Networks that learn side by side, as they were at one moment.
struct RaceSnapshot : JobSnapshot, RaceMoment {
  std::int64_t rounds = 0;  // in which each had as much time as the others
  std::int64_t position() const { return rounds; }
  std::size_t bytes() const { return 64 * standings.size() * (1 + bins.size()); }
};
using RaceSnapshotPtr = std::shared_ptr<const RaceSnapshot>;
using RaceJob = Job<RaceSnapshot>;

// In the window: for a minute of learning each. `pairs`: of how_much_data the two networks that
// learn from so many.
RaceJob::Body window_race(RaceKind kind, int pairs);

// The same, recorded after so many seconds of each (reverse_digits) or so many steps. `tell` hears
// how far it is, 0 … 1.
using RaceRecording = std::vector<RaceSnapshotPtr>;
std::vector<RaceMoment> record_race(RaceKind kind, const std::vector<double>& after,
                                    const std::function<void(double)>& tell);
std::string race_command(RaceKind kind);  // "glassformer record bottleneck"
// The shipped one, read once; empty if the file is not there or cannot be read.
const RaceRecording& shipped_race(RaceKind kind);

}  // namespace glassformer
