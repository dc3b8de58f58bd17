#include "core/scenes/vectors/opposites.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "core/embed/search/neighbours.h"
#include "core/embed/search/row_products.h"
#include "core/kernels/parallel.h"
#include "core/nn/axes.h"
#include "core/scenes/vectors/map_parts.h"

namespace glassformer {

namespace {

using Pair = std::array<const char*, 2>;

// Adjectives that the facts of the made text name as opposites, and those of lecture 004: "I hate
// math" and "I love math", "Take a right turn" and "Take a left turn".
constexpr std::array<Pair, 12> opposites{{{"hot", "cold"},
                                          {"big", "small"},
                                          {"good", "bad"},
                                          {"fast", "slow"},
                                          {"happy", "sad"},
                                          {"rich", "poor"},
                                          {"strong", "weak"},
                                          {"clean", "dirty"},
                                          {"old", "young"},
                                          {"heavy", "light"},
                                          {"love", "hate"},
                                          {"right", "left"}}};
// The made text has few words of like meaning; other vectors have the rest.
constexpr std::array<Pair, 10> alike{{{"hot", "warm"},
                                      {"cold", "cool"},
                                      {"thin", "narrow"},
                                      {"pillow", "cushion"},
                                      {"stone", "rock"},
                                      {"legend", "tale"},
                                      {"big", "large"},
                                      {"fast", "quick"},
                                      {"happy", "glad"},
                                      {"rich", "wealthy"}}};

// The second word's place among the neighbours of the first: 1 is the nearest. One walk over all
// words for all pairs.
Mat places(const WordVectors& vectors, const std::vector<int>& first,
           const std::vector<int>& second) {
  const Rows& rows = vectors.vectors;
  const std::size_t pairs = first.size();
  std::vector<std::vector<float>> directions;
  for (const int id : first) directions.push_back(unit(rows[static_cast<std::size_t>(id)]));
  const std::vector<std::span<const float>> queries(directions.begin(), directions.end());
  const RowProducts products(rows, queries);
  const auto cosines = [&](std::size_t row, std::span<float> to) {
    const float squared = products.row(row, to);
    if (squared > 0) {
      for (float& one : to) one /= std::sqrt(squared);
    }
  };
  std::vector<float> own(pairs), here(pairs);
  for (std::size_t i = 0; i < pairs; ++i) {
    cosines(static_cast<std::size_t>(second[i]), here);
    own[i] = here[i];
  }
  constexpr std::size_t part = 4096;  // words
  const std::size_t count = vectors.words.size();
  const auto parts = static_cast<int>((count + part - 1) / part);
  std::vector<std::vector<int>> nearer(static_cast<std::size_t>(parts), std::vector<int>(pairs));
  parallel_for(parts, count * rows.dim() * pairs, [&](int p) {
    std::vector<int>& mine = nearer[static_cast<std::size_t>(p)];
    std::vector<float> found(pairs);
    const std::size_t begin = static_cast<std::size_t>(p) * part;
    for (std::size_t w = begin; w < std::min(count, begin + part); ++w) {
      cosines(w, found);
      for (std::size_t i = 0; i < pairs; ++i) {
        const bool of_pair = static_cast<int>(w) == first[i] || static_cast<int>(w) == second[i];
        if (!of_pair && found[i] > own[i]) ++mine[i];
      }
    }
  });
  Mat made(static_cast<int>(pairs), 1);
  for (std::size_t i = 0; i < pairs; ++i) {
    int place = 1;
    for (const std::vector<int>& mine : nearer) place += mine[i];
    made(static_cast<int>(i), 0) = static_cast<Real>(place);
  }
  return made;
}

// From the last call with these vectors: of many words this takes a second.
Mat kept_places(const char* scope_name, const WordVectorsPtr& vectors,
                const std::vector<int>& first, const std::vector<int>& second) {
  static std::mutex mutex;
  static WordVectorsPtr of;
  static std::map<std::string, Mat, std::less<>> kept;
  const std::scoped_lock lock(mutex);
  if (of != vectors) kept.clear();
  of = vectors;
  const auto found = kept.find(scope_name);
  if (found != kept.end()) return found->second;
  return kept[scope_name] = places(*vectors, first, second);
}

BiasRecord::Pairs record_pairs(const char* scope_name, std::span<const Pair> pairs,
                               const WordVectorsPtr& words, Tape& tape) {
  const WordVectors& vectors = *words;
  BiasRecord::Pairs made;
  std::vector<int> first, second;
  Axis axis{"pair", {}, -1};
  for (const auto& [one, other] : pairs) {
    const int a = vectors.words.find(one), b = vectors.words.find(other);
    const std::string name = fmt::format("{} – {}", one, other);
    made.listed.push_back(name);
    if (a < 0 || b < 0) continue;
    first.push_back(a);
    second.push_back(b);
    axis.labels.push_back(name);
  }
  if (first.empty()) return made;
  const Tape::Scope scope(tape, scope_name);
  const auto units = [&](const char* name, const char* symbol, const std::vector<int>& ids) {
    return units_of(tape, vectors, ids).as(name, symbol, {Role::key, axis, numbered("dim")});
  };
  const Part w = units("second", "W", second);
  const Part v = units("first", "V", first);
  const Part product = multiply(v, w).as("product", "v_k w_k", Role::plain);
  const Part cosine = sum_cols(product).as("cosine", "\\cos(v, w)", Role::score);
  made.cosine = cosine;
  made.place =
      put(tape, kept_places(scope_name, words, first, second),
          {"place", "r", Role::plain, axis, numbered(""),
           all_cells("Which of the first word's neighbours the second is, among all words.")});
  made.mean = mean_rows(cosine).as("mean", "\\frac{1}{n} \\sum \\cos(v, w)",
                                   {.rows = Axis{"", {"mean"}, -1}});
  return made;
}

}  // namespace

void record_opposites(const WordVectorsPtr& vectors, Run& run, BiasRecord& record) {
  record.opposites = record_pairs("opposites", opposites, vectors, run.tape);
  record.alike = record_pairs("alike", alike, vectors, run.tape);
}

}  // namespace glassformer
