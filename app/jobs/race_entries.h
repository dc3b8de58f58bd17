#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/train/race.h"

namespace glassformer {

// The races that lessons show.
//   bottleneck  one vector of 16, 64 and 256 numbers between encoder and decoder, or Bahdanau's
//               attention, on numbers of 1 to 20 digits that are to be read from their end; each
//               learns for as long as the others
//   hard        soft, uniform and hard attention over embeddings and positions, hard attention
//               without its baseline and over a recurrent encoder, on numbers of 8 digits
//   taught      Bahdanau's and Luong's attention with and without the true alignment in the loss,
//               on the world's sentences
// In the last two each makes as many steps as the others.
enum class RaceKind { bottleneck, hard, taught };
inline constexpr RaceKind race_kinds[] = {RaceKind::bottleneck, RaceKind::hard, RaceKind::taught};
std::string_view name(RaceKind kind);  // "bottleneck", "hard-attention", "true-alignments"

struct RaceEntries {
  std::vector<std::string> names;
  std::vector<int> bins;  // the longest input of each bin of lengths
  bool by_steps = false;
  double unit = 1;           // what each learns between two scores: seconds, or steps
  std::int64_t rounds = 60;  // then the race is over
  std::unique_ptr<Race> race;

  void learn(std::size_t racer, double units) const {
    if (by_steps) {
      race->learn_steps(racer, static_cast<int>(units));
    } else {
      race->learn(racer, units);
    }
  }
};
RaceEntries make_race(RaceKind kind);

}  // namespace glassformer
