#include "core/scenes/vectors/word_similarity.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "core/embed/eval/evaluate.h"
#include "core/embed/eval/question_file.h"
#include "core/embed/search/neighbours.h"
#include "core/nn/axes.h"
#include "core/scenes/material.h"
#include "core/scenes/vectors/map_parts.h"
#include "core/tensor/rng.h"
#include "core/text/number_of.h"

namespace glassformer {

namespace {

Mat ranks_of(const Mat& column) {
  const auto cells = column.cells();
  const std::vector<double> places = ranks(std::vector<double>(cells.begin(), cells.end()));
  Mat made(column.shape());
  std::transform(places.begin(), places.end(), made.cells().begin(),
                 [](double place) { return static_cast<Real>(place); });
  return made;
}

struct KnownPair {
  int first, second;
  float rating;
};

// Groups of the facts whose words mean things of one kind, and no two of which overlap. Others
// share a form alone ("tree" and "door" are both singular) or belong together across groups ("king"
// and "queen", "france" and "paris"), so they make no pair that is plainly alike or plainly not.
constexpr std::array kKinds{"animal",  "company", "country",    "currency",
                            "element", "food",    "instrument", "occupation"};

// Half of them of one kind, half of two, drawn from the seed: first the kinds, then their words.
std::vector<KnownPair> pairs_by_kind(const WordVectors& vectors, int count, std::uint64_t seed) {
  std::vector<std::vector<int>> kinds;
  for (const std::string_view kind : kKinds) {
    std::vector<int> words;
    for (std::size_t i = 0; i < vectors.groups.size(); ++i) {
      if (vectors.groups[i] == kind) words.push_back(static_cast<int>(i));
    }
    if (words.size() > 1) kinds.push_back(std::move(words));
  }
  std::vector<KnownPair> pairs;
  if (kinds.size() < 2) return pairs;
  Rng rng(seed);
  const auto draw = [&](const auto& from) {
    return static_cast<std::size_t>(rng.below(static_cast<int>(from.size())));
  };
  while (static_cast<int>(pairs.size()) < count) {
    const bool same = pairs.size() % 2 == 0;
    const std::size_t first = draw(kinds), second = same ? first : draw(kinds);
    const int a = kinds[first][draw(kinds[first])], b = kinds[second][draw(kinds[second])];
    if (a == b || same != (first == second)) continue;
    pairs.push_back({a, b, same ? 1.0F : 0.0F});
  }
  return pairs;
}

// Those whose words are known; the others are counted.
std::vector<KnownPair> known_pairs(const FoldedWords& known, const std::vector<RatedPair>& rated,
                                   Run& run) {
  std::vector<KnownPair> pairs;
  for (const RatedPair& pair : rated) {
    const int a = known.find(pair.first), b = known.find(pair.second);
    if (a >= 0 && b >= 0) pairs.push_back({a, b, static_cast<float>(pair.rating)});
  }
  if (const std::size_t missing = rated.size() - pairs.size(); missing > 0) {
    run.notes.push_back(missing == 1
                            ? "1 pair has a word that is unknown"
                            : fmt::format("{} pairs have a word that is unknown", missing));
  }
  return pairs;
}

// "tea coffee 9; tea table 1"
std::vector<RatedPair> typed_pairs(const std::string& typed) {
  std::string lines = typed;
  std::replace(lines.begin(), lines.end(), ';', '\n');
  return read_rated_table(*bytes_in_memory(lines), "the pairs").pairs;
}

double nearness(const WordVectors& vectors, const KnownPair& pair) {
  return static_cast<double>(cosine(vectors.vectors[static_cast<std::size_t>(pair.first)],
                                    vectors.vectors[static_cast<std::size_t>(pair.second)]));
}

// The most alike first.
void sort_by_nearness(const WordVectors& vectors, std::vector<KnownPair>& pairs) {
  std::stable_sort(pairs.begin(), pairs.end(), [&](const KnownPair& a, const KnownPair& b) {
    return nearness(vectors, a) > nearness(vectors, b);
  });
}

// Those first whose two ranks lie farthest apart.
void sort_by_disagreement(const WordVectors& vectors, std::vector<KnownPair>& pairs) {
  std::vector<double> near, rating;
  for (const KnownPair& pair : pairs) {
    near.push_back(nearness(vectors, pair));
    rating.push_back(static_cast<double>(pair.rating));
  }
  const std::vector<double> x = ranks(near), y = ranks(rating);
  std::vector<std::size_t> order(pairs.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::abs(x[a] - y[a]) > std::abs(x[b] - y[b]);
  });
  std::vector<KnownPair> sorted;
  for (const std::size_t i : order) sorted.push_back(pairs[i]);
  pairs = std::move(sorted);
}

// What is held against the cosines, without those that a number which is none leaves without one.
std::vector<KnownPair> shown_pairs(const Inputs& inputs, const WordVectors& vectors,
                                   const FoldedWords& known, Run& run) {
  const std::string typed = text(inputs, "pairs");
  std::vector<KnownPair> pairs;
  const QuestionFilePtr own = inputs.resources.get(slots::rated_pairs);
  if (own) {
    const QuestionFile& file = *own;
    run.notes.push_back(
        fmt::format("the {} of {}", number_of(file.pairs.size(), "pair"), file.name));
    pairs = known_pairs(known, file.pairs, run);
  } else if (typed.empty()) {
    pairs = pairs_by_kind(vectors, 18, static_cast<std::uint64_t>(number(inputs, "seed")));
  } else {
    pairs = known_pairs(known, typed_pairs(typed), run);
  }
  std::erase_if(pairs,
                [&](const KnownPair& pair) { return !std::isfinite(nearness(vectors, pair)); });
  if (own) {
    sort_by_disagreement(vectors, pairs);
  } else {
    sort_by_nearness(vectors, pairs);
  }
  return pairs;
}

}  // namespace

EvaluationRecord::Similarity record_similarity(const Inputs& inputs, const WordVectors& vectors,
                                               const FoldedWords& known, Run& run) {
  const std::vector<KnownPair> pairs = shown_pairs(inputs, vectors, known, run);
  if (pairs.size() < 2) return {};
  constexpr double matrices = 6;  // of a row for each pair
  check_memory(inputs, matrices * static_cast<double>(pairs.size() * vectors.dim()),
               fmt::format("{} pairs of words", pairs.size()));
  Tape& tape = run.tape;
  const Tape::Scope scope(tape, EvaluationRecord::Similarity::scope);
  std::vector<int> first, second;
  Axis rows{"pair", {}, -1};
  Mat rating(static_cast<int>(pairs.size()), 1);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    first.push_back(pairs[i].first);
    second.push_back(pairs[i].second);
    rating(static_cast<int>(i), 0) = pairs[i].rating;
    const auto word = [&](int id) { return vectors.words[static_cast<std::size_t>(id)]; };
    rows.labels.push_back(fmt::format("{}, {}", word(first.back()), word(second.back())));
  }
  const Axis dims = numbered("dim"), one = numbered("");
  const Part a = units_of(tape, vectors, first).as("first", "A", {Role::key, rows, dims});
  const Part b = units_of(tape, vectors, second).as("second", "B", {Role::key, rows, dims});
  const Part cosines = sum_cols(multiply(a, b)).as("cosine", "\\cos(a, b)", Role::score);
  const Mat cosine_ranks = ranks_of(cosines.value()), rating_ranks = ranks_of(rating);
  const Part ratings = put(tape, std::move(rating), {"rating", "r", Role::plain, rows, one});
  const auto ranked = [&](const Mat& of, const char* name, const char* symbol) {
    return put(tape, of,
               {name, symbol, Role::plain, rows, one,
                all_cells("Its place when all pairs are sorted; equal ones "
                          "share the mean of their places.")});
  };
  const auto centred = [](Part rank, const char* name) {
    const Part mean = -1 * mean_rows(rank);
    return unit_rows(transpose(add_row(rank, mean))).as(name, "\\frac{R - m}{\\| R - m \\|}");
  };
  const Part of_cosine = ranked(cosine_ranks, "cosine.rank", "R_{a}");
  const Part of_rating = ranked(rating_ranks, "rating.rank", "R_{b}");
  const Part difference = (of_cosine - of_rating).as("difference", "R_{a} - R_{b}");
  const Part x = centred(of_cosine, "cosine.centred");
  const Part y = centred(of_rating, "rating.centred");
  const Part rho = (x * transposed(y)).as("spearman", "\\rho", Role::output);
  return {cosines, ratings, of_cosine, of_rating, difference, rho};
}

}  // namespace glassformer
