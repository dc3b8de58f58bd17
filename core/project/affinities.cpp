#include "core/project/affinities.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "core/kernels/parallel.h"
#include "core/kernels/point_kernels.h"
#include "core/kernels/vector_kernels.h"

namespace glassformer {

// Bisection for the width of the Gaussian, in steps that double until it is enclosed.
double neighbour_shares(std::span<const float> squared, double perplexity,
                        std::span<float> shares) {
  const double wanted = std::log(std::min(perplexity, static_cast<double>(squared.size())));
  const float nearest = squared.front();
  // Reached where more rows lie equally near than the perplexity asks for: all others have nothing
  // then, and a float holds no more.
  constexpr double most_precise = std::numeric_limits<float>::max();
  std::vector<float> cells(squared.size());
  // In units of the mean gap, so that the first guess is near whatever the vectors' lengths.
  double gap = 0;
  for (const float d : squared) gap += static_cast<double>(d - nearest);
  gap /= static_cast<double>(squared.size());
  if (!(gap > 0)) {
    std::fill(shares.begin(), shares.end(), 1 / static_cast<float>(squared.size()));
    return 0;
  }
  double precision = 1 / gap, min = 0, max = 0;  // most 0: not known yet
  double sum = 1;
  for (int turn = 0; turn < 100; ++turn) {
    const auto [powers, weighted] = vector_kernels().gaussians(
        squared.data(), nearest, static_cast<float>(precision), cells.data(), cells.size());
    sum = powers;
    const double entropy = std::log(sum) + precision * weighted / sum;
    if (std::abs(entropy - wanted) < 1e-5) break;
    (entropy > wanted ? min : max) = precision;
    if (min >= most_precise) break;
    precision = max > 0 ? (min + max) / 2 : std::min(precision * 2, most_precise);
  }
  for (std::size_t j = 0; j < squared.size(); ++j) {
    shares[j] = static_cast<float>(static_cast<double>(cells[j]) / sum);
  }
  return precision;
}

namespace {

struct Entry {
  int id;
  float p;
};

// For each row the rows that picked it, in order: the transpose of the picks.
struct Picked {
  std::vector<std::size_t> starts;
  std::vector<Entry> entries;
};

Picked transposed(const NearestRows& near, const std::vector<float>& shares, std::size_t n) {
  Picked picked;
  picked.starts.assign(n + 1, 0);
  for (const int id : near.ids) ++picked.starts[static_cast<std::size_t>(id) + 1];
  for (std::size_t i = 0; i < n; ++i) picked.starts[i + 1] += picked.starts[i];
  picked.entries.resize(near.ids.size());
  std::vector<std::size_t> next(picked.starts.begin(), picked.starts.end() - 1);
  const auto k = static_cast<std::size_t>(near.k);
  for (std::size_t cell = 0; cell < near.ids.size(); ++cell) {
    picked.entries[next[static_cast<std::size_t>(near.ids[cell])]++] = {static_cast<int>(cell / k),
                                                                        shares[cell]};
  }
  return picked;
}

}  // namespace

Affinities affinities(const Rows& rows, double perplexity, const TellShare& tell) {
  const std::size_t n = rows.count();
  const NearestRows near = nearest_rows(rows, static_cast<int>(std::lround(3 * perplexity)), tell);
  if (near.ids.empty()) return {};
  const auto k = static_cast<std::size_t>(near.k);
  std::vector<float> shares(near.ids.size());
  parallel_for(static_cast<int>(n), n * k * 100, [&](int i) {
    const std::size_t first = static_cast<std::size_t>(i) * k;
    neighbour_shares({near.squared.data() + first, k}, perplexity, {shares.data() + first, k});
  });

  const Picked picked = transposed(near, shares, n);
  Affinities result;
  result.starts.reserve(n + 1);
  result.ids.reserve(2 * near.ids.size());
  result.p.reserve(2 * near.ids.size());
  const float half = 0.5F / static_cast<float>(n);
  std::vector<Entry> own(k);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < k; ++j) own[j] = {near.ids[i * k + j], shares[i * k + j]};
    std::sort(own.begin(), own.end(), [](const Entry& a, const Entry& b) { return a.id < b.id; });
    const Entry *a = own.data(), *const a_end = a + k;
    const Entry *b = picked.entries.data() + picked.starts[i], *const b_end =
                                                                   picked.entries.data() +
                                                                   picked.starts[i + 1];
    while (a != a_end || b != b_end) {
      const int id = a == a_end ? b->id : b == b_end ? a->id : std::min(a->id, b->id);
      float p = 0;
      if (a != a_end && a->id == id) p += (a++)->p;
      if (b != b_end && b->id == id) p += (b++)->p;
      result.ids.push_back(id);
      result.p.push_back(p * half);
    }
    while (result.ids.size() % PointKernels::whole != 0) {
      result.ids.push_back(static_cast<int>(i));
      result.p.push_back(0);
    }
    result.starts.push_back(result.ids.size());
  }
  return result;
}

ShortShares short_shares(const Affinities& of, std::vector<int> order) {
  constexpr std::size_t most = std::numeric_limits<std::uint16_t>::max();
  const std::size_t n = of.count();
  if (n > most + 1) return {};
  ShortShares result;
  std::vector<std::uint16_t> place_of(n);
  for (std::size_t place = 0; place < n; ++place) {
    const auto row = static_cast<std::size_t>(order[place]);
    place_of[row] = static_cast<std::uint16_t>(place);
    result.starts.push_back(result.starts.back() + of.starts[row + 1] - of.starts[row]);
  }
  result.ids.resize(of.ids.size());
  result.shares.resize(of.ids.size());
  result.units.resize(n);
  parallel_for(static_cast<int>(n), of.ids.size() * 4, [&](int i) {
    const auto place = static_cast<std::size_t>(i), row = static_cast<std::size_t>(order[place]);
    const std::size_t begin = of.starts[row], end = of.starts[row + 1];
    float largest = 0;
    for (std::size_t j = begin; j < end; ++j) largest = std::max(largest, of.p[j]);
    result.units[place] = largest / static_cast<float>(most);
    const float per = largest > 0 ? static_cast<float>(most) / largest : 0;
    std::size_t to = result.starts[place];
    for (std::size_t j = begin; j < end; ++j, ++to) {
      result.ids[to] = place_of[static_cast<std::size_t>(of.ids[j])];
      result.shares[to] = static_cast<std::uint16_t>(
          std::min(of.p[j] * per + 0.5F, static_cast<float>(most)));  // rounded
    }
  });
  result.order = std::move(order);
  return result;
}

}  // namespace glassformer
