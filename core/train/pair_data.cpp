#include "core/train/pair_data.h"

#include <fmt/format.h>

#include <utility>

#include "core/tensor/rng.h"
#include "core/text/pairs_file.h"
#include "core/text/world.h"

namespace glassformer {

PairData world_data(std::string_view pair, int sentences, std::uint64_t seed) {
  const bool reversed = pair.ends_with("-en");
  const std::string made = reversed ? "en-" + std::string(pair.substr(0, 2)) : std::string(pair);
  Split parts = split(world_pairs(world_pair(made), sentences, seed));
  PairData data;
  data.train = std::move(parts.train);
  data.held_out = std::move(parts.held_out);
  data.name = fmt::format("world {} {}", pair, sentences);
  if (reversed) {
    data.train = turned(std::move(data.train));
    data.held_out = turned(std::move(data.held_out));
  }
  return data;
}

PairData file_data(const std::filesystem::path& file) {
  PairsFile read = read_pairs(file);
  check_trainable(read, file);
  std::string all;
  for (const SentencePair& p : read.pairs) all += p.source + '\t' + p.target + '\n';
  PairData data;
  data.name = fmt::format("{} pairs {:016x}", read.pairs.size(), hash(all));
  data.notes = std::move(read.notes);
  Split parts = split(std::move(read.pairs));
  data.train = std::move(parts.train);
  data.held_out = std::move(parts.held_out);
  if (data.train.empty()) std::swap(data.train, data.held_out);
  return data;
}

}  // namespace glassformer
