#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "core/train/race_recording.h"

namespace glassformer {

// The races that lessons show.
//   bottleneck  one vector of 16, 64 and 256 numbers between encoder and decoder, or Bahdanau's
//               attention, on numbers of 1 to 20 digits that are to be read from their end; each
//               learns for as long as the others
//   hard        soft, uniform and hard attention over embeddings and positions, hard attention
//               without its baseline and over a recurrent encoder, on numbers of 8 digits
//   taught      Bahdanau's and Luong's attention with and without the true alignment in the loss,
//               on the world's sentences
//   how_much_data  a GRU with attention and a Transformer on 300 to 29,000 of the world's sentences
// In hard and taught each makes as many steps as the others; in how_much_data when it is recorded.
enum class RaceKind { bottleneck, hard, taught, how_much_data };
inline constexpr RaceKind race_kinds[] = {RaceKind::bottleneck, RaceKind::hard, RaceKind::taught,
                                          RaceKind::how_much_data};
std::string_view name(RaceKind kind);  // of its recording: "hard-attention"

const std::vector<int>& race_sizes();  // the numbers of pairs that how_much_data knows

// What of it: `pairs`, of how_much_data the two networks that learn from so many (0: all networks);
// `steps`, so many are recorded, and in how_much_data the rate falls to 0 over the second half of
// them (0: it learns in the window, for a minute).
struct RacePart {
  int pairs = 0;
  int steps = 0;
};

struct RaceEntries {
  RaceMoment start;          // who takes part; nobody has learned anything
  double unit = 1;           // what each learns between two scores: seconds, or steps
  std::int64_t rounds = 60;  // then the race is over
  std::unique_ptr<Race> race;

  void learn(std::size_t racer, double units) const {
    if (start.by_steps) {
      race->learn_steps(racer, static_cast<int>(units));
    } else {
      race->learn(racer, units);
    }
  }
};
RaceEntries make_race(RaceKind kind, const RacePart& part);

}  // namespace glassformer
