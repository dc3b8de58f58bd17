#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/pair.h"
#include "core/text/world.h"

namespace glassformer {

// Pairs of sentences to train a translation with, and those that are only scored.
struct PairData {
  std::vector<SentencePair> train, held_out;
  std::string name;                // tells these pairs from others
  std::vector<std::string> notes;  // what was odd about a file: one sentence each
};

// The ways that the shipped world can be translated: from English, or into it.
struct WorldDirection {
  std::string_view name;  // "en-fr"
  WorldPair pair;
  bool from_english;
};
std::span<const WorldDirection> world_directions();
std::vector<std::string> world_direction_names();
const WorldDirection* find_world_direction(std::string_view name);  // null if there is none

// Of one of these, by its name. Throws UserError.
PairData world_data(std::string_view pair, int sentences, std::uint64_t seed);

// Of a file with source, tab and target on each line. If all its sentences are among those that
// would be held out, they are what is trained with. Throws UserError: what read_pairs and
// check_trainable refuse.
PairData file_data(const std::filesystem::path& file);

}  // namespace glassformer
