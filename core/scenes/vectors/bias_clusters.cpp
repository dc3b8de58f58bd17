#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numeric>
#include <utility>

#include "core/embed/search/neighbours.h"
#include "core/project/finite_rows.h"
#include "core/project/pca.h"
#include "core/project/two_means.h"
#include "core/scenes/last_results.h"
#include "core/scenes/vectors/bias_parts.h"
#include "core/scenes/vectors/map_parts.h"
#include "core/tensor/rng.h"

namespace glassformer {

namespace {

constexpr std::uint64_t kSeed = 1;
constexpr int kControls = 8;

// The words that lie farthest along g, and what finding the two halves again has given.
struct Found {
  std::vector<int> ids;       // first the half towards the second word of the direction
  std::vector<int> half;      // of each, 0 or 1
  std::vector<bool> learned;  // by the classifier
  struct Side {
    Mat map;                   // [words, 2]
    std::vector<int> part;     // by two means, named as agrees better
    std::vector<int> guessed;  // by the nearest mean
  };
  std::array<Side, 2> sides;    // before and after
  std::vector<double> control;  // the share that two means get right after, of random directions
};

// So many at either end, neither definitional nor without a direction.
std::vector<int> farthest(const WordVectors& vectors, std::span<const float> g, int each,
                          const std::vector<int>& left_out) {
  std::vector<std::pair<float, int>> along;
  for (std::size_t i = 0; i < vectors.words.size(); ++i) {
    const int id = static_cast<int>(i);
    if (std::find(left_out.begin(), left_out.end(), id) != left_out.end()) continue;
    const auto row = vectors.vectors[i];
    if (is_finite(row) && norm(row) > 0) along.emplace_back(cosine(row, g), id);
  }
  std::stable_sort(along.begin(), along.end());
  const std::size_t n = std::min(static_cast<std::size_t>(each), along.size() / 4);
  std::vector<int> ids;
  for (std::size_t i = 0; i < n; ++i) ids.push_back(along[i].second);
  for (std::size_t i = along.size() - n; i < along.size(); ++i) ids.push_back(along[i].second);
  return ids;
}

std::vector<int> halves(std::size_t count) {
  std::vector<int> half(count);
  std::fill(half.begin() + static_cast<std::ptrdiff_t>(count / 2), half.end(), 1);
  return half;
}

Found::Side look(const Rows& rows, const std::vector<int>& half, const std::vector<bool>& learned) {
  Found::Side side;
  const Pca pca = principal_components(rows, 2);
  side.map = projected(rows, pca.mean, pca.axes);
  side.part = two_means(rows, kSeed).part;
  std::size_t same = 0;
  for (std::size_t i = 0; i < half.size(); ++i) same += side.part[i] == half[i] ? 1 : 0;
  if (2 * same < half.size()) {
    for (int& part : side.part) part = 1 - part;
  }
  side.guessed = nearest_mean(rows, half, learned);
  return side;
}

Rows whole_rows(const WordVectors& vectors, const std::vector<int>& ids) {
  RowsBuilder rows(ids.size(), vectors.dim());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const std::vector<float> row = unit(vectors.vectors[static_cast<std::size_t>(ids[i])]);
    std::copy(row.begin(), row.end(), rows[i].begin());
  }
  return rows.finish();
}

// What the same leaves of a direction that means nothing.
double control_of(const WordVectors& vectors, int each, const std::vector<int>& left_out,
                  Rng& rng) {
  std::vector<float> g(vectors.dim());
  for (float& cell : g) cell = static_cast<float>(rng.normal());
  g = unit(g);
  const std::vector<int> ids = farthest(vectors, g, each, left_out);
  return agreement(two_means(neutral_rows(vectors, ids, g), kSeed).part, halves(ids.size()));
}

std::shared_ptr<const Found> find(const WordVectors& vectors, std::span<const float> g, int each) {
  auto found = std::make_shared<Found>();
  const std::vector<int> left_out = definitional_ids(vectors);
  found->ids = farthest(vectors, g, each, left_out);
  if (found->ids.size() < 8) return found;
  found->half = halves(found->ids.size());
  Rng rng(kSeed);
  // Of either half one in two, drawn: the order of the words is shuffled, and every other taken.
  found->learned.resize(found->ids.size());
  const std::size_t n = found->ids.size() / 2;
  for (std::size_t h = 0; h < 2; ++h) {
    std::vector<std::size_t> order(n);
    std::iota(order.begin(), order.end(), h * n);
    for (std::size_t i = n; i > 1; --i) {
      std::swap(order[i - 1], order[static_cast<std::size_t>(rng.below(static_cast<int>(i)))]);
    }
    for (std::size_t i = 0; i < n / 2; ++i) found->learned[order[i]] = true;
  }
  found->sides[0] = look(whole_rows(vectors, found->ids), found->half, found->learned);
  found->sides[1] = look(neutral_rows(vectors, found->ids, g), found->half, found->learned);
  for (int i = 0; i < kControls; ++i) {
    found->control.push_back(control_of(vectors, each, left_out, rng));
  }
  return found;
}

// The same for the same direction.
std::shared_ptr<const Found> found_for(const WordVectorsPtr& vectors, std::span<const float> g,
                                       int each) {
  static LastResults<std::pair<BiasDirection, int>, std::shared_ptr<const Found>, 8> kept;
  return kept.get({BiasDirection(vectors, g), each}, [&] { return find(*vectors, g, each); });
}

Mat mask_of(const std::vector<int>& values) {
  Mat column(static_cast<int>(values.size()), 1);
  for (std::size_t i = 0; i < values.size(); ++i) {
    column(static_cast<int>(i), 0) = static_cast<Real>(values[i]);
  }
  return column;
}

// Of some words the share for which what was found is their half.
struct Told {
  Part right, share;
};
Told name_share(Tape& tape, const char* scope, const std::vector<int>& right, const Axis& words,
                const std::string& what) {
  const Tape::Scope inner(tape, scope);
  const Part named =
      put(tape, mask_of(right), {"right", "f", Role::mask, words, numbered(""), all_cells(what)});
  return {named, mean_rows(named).as("share", "\\frac{1}{n} \\sum f",
                                     {.role = Role::probability, .rows = Axis{"", {"mean"}, -1}})};
}

BiasRecord::Clusters name_side(Tape& tape, const BiasSetup& setup, const Found& found,
                               std::size_t s) {
  const Tape::Scope scope(tape, s == 0 ? "before" : "after");
  const Found::Side& side = found.sides[s];
  const Axis words{"word", names_of(*setup.vectors, found.ids), -1};
  BiasRecord::Clusters made;
  made.map =
      put(tape, side.map,
          {"map", "M", Role::output, words, Axis{"component", {"component 1", "component 2"}, -1},
           all_cells("Along the first two principal components of these words alone.")});
  std::vector<int> right, told, asked;
  for (std::size_t i = 0; i < found.half.size(); ++i) {
    right.push_back(side.part[i] == found.half[i] ? 1 : 0);
    if (found.learned[i]) continue;
    asked.push_back(found.ids[i]);
    told.push_back(side.guessed[i] == found.half[i] ? 1 : 0);
  }
  const Told parts =
      name_share(tape, "parts", right, words,
                 "1 where k-means with k = 2, which is told nothing of the halves, puts "
                 "the word into its half; from seed 1.");
  made.right = parts.right;
  made.share = parts.share;
  made.told = name_share(tape, "classifier", told, {"word", names_of(*setup.vectors, asked), -1},
                         "1 where the nearer of the two halves' means is that of the word's half; "
                         "the means are those of the other words, drawn from seed 1.")
                  .share;
  return made;
}

}  // namespace

void record_clusters(const Inputs& inputs, const BiasSetup& setup, Run& run, BiasRecord& record) {
  const int each = static_cast<int>(number(inputs, std::string(bias_options::farthest.name)));
  if (each == 0) return;
  Tape& tape = run.tape;
  const auto row = setup.g.value().row(0);
  const std::vector<float> g(row.begin(), row.end());
  if (!is_finite(g)) return;
  const std::shared_ptr<const Found> found = found_for(setup.vectors, g, each);
  if (found->control.empty()) {
    run.notes.push_back("there are too few words for two halves");
    return;
  }
  const Tape::Scope scope(tape, "clusters");
  for (std::size_t s = 0; s < 2; ++s) record.clusters[s] = name_side(tape, setup, *found, s);
  const Tape::Scope inner(tape, "control");
  Mat shares(1, kControls);
  Axis directions{"direction", {}, -1};
  for (int i = 0; i < kControls; ++i) {
    shares(0, i) = static_cast<Real>(found->control[static_cast<std::size_t>(i)]);
    directions.labels.push_back(fmt::format("random {}", i + 1));
  }
  const Part control =
      put(tape, std::move(shares),
          {"share", "f", Role::probability, numbered(""), directions,
           all_cells("The same with a direction drawn from seed 1: the words farthest along it, "
                     "neutralised, and the share that two means put into their half.")});
  record.control = control;
  record.control_mean = mean_cols(control).as("mean", "\\bar{f}");
  run.notes.push_back(
      "drawn from seed 1: where k-means begins, which words the classifier learns from, and the "
      "directions without a meaning");
}

}  // namespace glassformer
