#pragma once

#include "core/grad/ops/common.h"

// What the ops have in common in which each query looks at the keys of its own sentence alone.
// Attr::ids has two numbers for each query: its first key and how many it has. A matrix of pairs is
// [queries, the most keys that one has]: cell (i, j) belongs to the j-th key of query i, and after
// the last of a query's keys there is −∞ for a score and nothing to be read for a weight.
namespace glassformer {

struct OwnKeys {
  int first = 0, count = 0;
};

inline OwnKeys keys_of(const Node& node, int query) {
  const auto at = 2 * static_cast<std::size_t>(query);
  return {node.attr.ids[at], node.attr.ids[at + 1]};
}

int most_keys(const Node& node);
Attr of_keys(std::vector<int> own_keys);
// How a score came about that belongs to no key.
Explanation no_such_key(const Node& node, int query);
// Throws ShapeError unless each of so many queries has a key, and all of them are among `keys`.
void require_keys(const Tape& tape, const Node& node, int queries, int keys);

}  // namespace glassformer
