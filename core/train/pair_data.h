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

// The tasks that the program makes itself, beside the world's sentences.
enum class PairTaskKind { world, joined, dates, reverse, add };
struct TaskChoice {
  PairTaskKind kind = PairTaskKind::world;
  std::string direction = "en-fr";  // of the world's sentences, joined or not
  int count = 30000;                // pairs
  int digits = 20;                  // of reverse; of each number of add, at most
  int fewest_digits = 0;            // of reverse; 0: always as many as `digits`
  int most_words = 60;              // of joined
  std::uint64_t seed = 1;
};
std::vector<std::string> pair_task_names();  // "world", "joined", "dates", "reverse", "add"
PairTaskKind pair_task_kind(std::string_view named);  // UserError for other names
// Held out are inputs that no pair to train with has; of joined sentences no part is in both.
PairData task_data(const TaskChoice& choice);

// Of a file with source, tab and target on each line. If all its sentences are among those that
// would be held out, they are what is trained with. Throws UserError: what read_pairs and
// check_trainable refuse.
PairData file_data(const std::filesystem::path& file);

}  // namespace glassformer
