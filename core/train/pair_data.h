#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/pair.h"

namespace glassformer {

// Pairs of sentences to train a translation with, and those that are only scored.
struct PairData {
  std::vector<SentencePair> train, held_out;
  std::string name;                // tells these pairs from others
  std::vector<std::string> notes;  // what was odd about a file: one sentence each
};

// Of the shipped world: "en-fr", "en-de", or turned round "fr-en", "de-en". Throws UserError.
PairData world_data(std::string_view pair, int sentences, std::uint64_t seed);

// Of a file with source, tab and target on each line. If all its sentences are among those that
// would be held out, they are what is trained with. Throws UserError: what read_pairs and
// check_trainable refuse.
PairData file_data(const std::filesystem::path& file);

}  // namespace glassformer
