#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/project/nearest_rows.h"
#include "core/tensor/mat.h"

namespace glassformer {

// How likely two of n rows are to pick each other as neighbours: p of van der Maaten and Hinton
// 2008 (equations 1 and 2), symmetric, over all pairs the sum is 1. Only pairs that are not 0 are
// kept. The entries of a row fill whole vectors; what fills them up is the row itself with p = 0.
struct Affinities {
  std::vector<std::size_t> starts{0};  // [n + 1]: where each row begins in the two below
  std::vector<int> ids;
  std::vector<float, LineAllocator<float>> p;
  std::size_t count() const { return starts.size() - 1; }
};
using AffinitiesPtr = std::shared_ptr<const Affinities>;

// The same for the forces, with half the bytes to read: an id and a share have 16 bits each, and a
// share of 65,535 is the row's largest p. Rows stand in an order of one's choice, and ids are
// places in it: where neighbours stand side by side, their positions are found in the nearest
// cache.
struct ShortShares {
  std::vector<int> order;  // [n]: place → row
  std::vector<std::size_t> starts{0};
  std::vector<std::uint16_t> ids, shares;
  std::vector<float> units;  // [n]: p is the unit of its place times the share
};
// `order` has every row once. Of more than 65,536 rows: nothing.
ShortShares short_shares(const Affinities& of, std::vector<int> order);

// p_{j|i} of one row, from the squared distances of its neighbours, nearest first: the shares of a
// Gaussian whose perplexity, 2 to the entropy, is the one that is asked for, or that of equal
// shares where there are not as many neighbours. Returns 1 / 2σ² of it; 0 where all are equally
// far.
double neighbour_shares(std::span<const float> squared, double perplexity, std::span<float> shares);

// A Gaussian around each row gives its `3 · perplexity` nearest rows (van der Maaten 2014, section
// 4.1) shares as above; where there are fewer rows than that, all of them. Empty if it was told to
// end.
Affinities affinities(const Rows& rows, double perplexity, const TellShare& tell = {});

}  // namespace glassformer
