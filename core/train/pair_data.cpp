#include "core/train/pair_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/tensor/error.h"
#include "core/tensor/memory_limit.h"
#include "core/tensor/rng.h"
#include "core/text/nearest.h"
#include "core/text/pairs_file.h"
#include "core/text/tasks.h"

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

namespace {

// Each pair is held as text and as pieces, and while they are drawn, once more.
void check_pairs_memory(int count, double bytes_each) {
  check_memory(fmt::format("making {} pairs", count), count * bytes_each, "make fewer");
}

}  // namespace

PairData world_data(std::string_view pair, int sentences, std::uint64_t seed) {
  check_pairs_memory(sentences, 750);
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

namespace {

constexpr std::array<std::pair<std::string_view, PairTaskKind>, 5> tasks{
    {{"world", PairTaskKind::world},
     {"joined", PairTaskKind::joined},
     {"dates", PairTaskKind::dates},
     {"reverse", PairTaskKind::reverse},
     {"add", PairTaskKind::add}}};

// The word between two joined sentences.
SentencePair and_word(const WorldDirection& direction) {
  SentencePair word{"and", direction.pair == WorldPair::english_french ? "et" : "und", {}};
  if (!direction.from_english) std::swap(word.source, word.target);
  return word;
}

PairData joined_data(const TaskChoice& choice) {
  PairData world = world_data(choice.direction, choice.count, choice.seed);
  check_pairs_memory(choice.count, 750 + 20.0 * choice.most_words);
  const SentencePair word = and_word(*find_world_direction(choice.direction));
  const auto joined = [&](const std::vector<SentencePair>& parts, int count) {
    return joined_pairs(parts, count, choice.most_words, word, choice.seed);
  };
  PairData data;
  data.train = joined(world.train, choice.count);
  data.held_out = joined(world.held_out, std::max(30, choice.count / 30));
  data.name =
      fmt::format("joined {} {} up to {}", choice.direction, choice.count, choice.most_words);
  return data;
}

}  // namespace

std::vector<std::string> pair_task_names() {
  std::vector<std::string> names;
  for (const auto& [name, kind] : tasks) names.emplace_back(name);
  return names;
}

PairTaskKind pair_task_kind(std::string_view named) {
  for (const auto& [name, kind] : tasks) {
    if (name == named) return kind;
  }
  throw UserError(fmt::format("there is no task '{}'{}", named,
                              instead_of(std::string(named), "the tasks are", pair_task_names())));
}

PairData task_data(const TaskChoice& choice) {
  if (choice.kind == PairTaskKind::world) {
    return world_data(choice.direction, choice.count, choice.seed);
  }
  if (choice.kind == PairTaskKind::joined) return joined_data(choice);
  check_pairs_memory(choice.count, 450 + 12.0 * choice.digits);
  std::vector<SentencePair> pairs;
  std::string name;
  if (choice.kind == PairTaskKind::dates) {
    pairs = date_pairs(choice.count, choice.seed);
    name = fmt::format("dates {}", choice.count);
  } else if (choice.kind == PairTaskKind::reverse) {
    const int fewest = choice.fewest_digits > 0 ? choice.fewest_digits : choice.digits;
    if (fewest > choice.digits) {
      throw UserError(
          fmt::format("numbers of {} to {} digits cannot be: the first must not be larger", fewest,
                      choice.digits));
    }
    pairs = reversal_pairs(choice.count, fewest, choice.digits, choice.seed);
    name = fmt::format("reverse {} of {} to {} digits", choice.count, fewest, choice.digits);
  } else {
    pairs = sum_pairs(choice.count, choice.digits, choice.seed);
    name = fmt::format("add {} of {} digits", choice.count, choice.digits);
  }
  Split parts = split(std::move(pairs));
  PairData data;
  data.train = std::move(parts.train);
  data.held_out = std::move(parts.held_out);
  data.name = std::move(name);
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
