#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/train/race.h"

namespace glassformer {

// A race at one moment: who takes part, and how far each of them is.
struct RaceMoment {
  std::vector<std::string> names;
  std::vector<int> pairs;       // that each learns from; 0: all that there are
  std::vector<int> parameters;  // of each; 0: not known
  std::vector<int> bins;        // the longest input of each bin of lengths
  bool by_steps = false;        // each made as many steps as the others; else had as much time
  std::vector<RaceStanding> standings;
};

// A race that was recorded, from its beginning to its end.
struct RecordedRace {
  std::string file;  // as errors name it
  std::vector<RaceMoment> moments;
};

// One safetensors file. `command` makes it again, as its errors say. Reading throws UserError for a
// file that is no recorded race or whose parts do not fit each other.
void write_race(const std::filesystem::path& file, const std::string& command,
                const std::vector<RaceMoment>& moments);
std::vector<RaceMoment> read_race(const std::filesystem::path& file, const std::string& command);

}  // namespace glassformer
