#include "core/train/pair_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/tensor/error.h"
#include "core/tensor/rng.h"
#include "core/text/nearest.h"
#include "core/text/pairs_file.h"

namespace glassformer {

namespace {

constexpr std::array<WorldDirection, 4> directions{{{"en-fr", WorldPair::english_french, true},
                                                    {"fr-en", WorldPair::english_french, false},
                                                    {"en-de", WorldPair::english_german, true},
                                                    {"de-en", WorldPair::english_german, false}}};

}  // namespace

std::span<const WorldDirection> world_directions() {
  return directions;
}

std::vector<std::string> world_direction_names() {
  std::vector<std::string> names;
  for (const WorldDirection& direction : directions) names.emplace_back(direction.name);
  return names;
}

const WorldDirection* find_world_direction(std::string_view name) {
  const auto found = std::ranges::find(directions, name, &WorldDirection::name);
  return found == directions.end() ? nullptr : &*found;
}

PairData world_data(std::string_view pair, int sentences, std::uint64_t seed) {
  const WorldDirection* const direction = find_world_direction(pair);
  if (direction == nullptr) {
    throw UserError(
        fmt::format("there is no pair '{}'{}", pair,
                    instead_of(std::string(pair), "the pairs are", world_direction_names())));
  }
  Split parts = split(world_pairs(direction->pair, sentences, seed));
  PairData data;
  data.train = std::move(parts.train);
  data.held_out = std::move(parts.held_out);
  data.name = fmt::format("world {} {}", pair, sentences);
  if (!direction->from_english) {
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
