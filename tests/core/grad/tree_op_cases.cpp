#include "tests/core/grad/tree_op_cases.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>

#include "core/grad/tree_ops.h"

namespace glassformer::testing_ops {

namespace {

using V = const std::vector<Var>&;
using X = const Given&;

// Huffman's procedure as he wrote it: the two rarest become one, again and again. Which node of
// those that are made decides on each bit of each word's code, and which bit, from the root on.
struct Way {
  int node;
  int bit;
};

// To each of so many words.
std::vector<std::vector<Way>> ways(int words) {
  struct Tree {
    std::uint64_t count;
    int order;  // of equal counts the first is taken: the word that came later, the older node
    std::vector<int> below;
  };
  std::vector<Tree> left;
  for (int word = 0; word < words; ++word) {
    left.push_back(
        {(std::uint64_t{1} << 40) / (static_cast<std::uint64_t>(word) + 1), -word, {word}});
  }
  std::vector<std::vector<Way>> found(static_cast<std::size_t>(words));
  for (int node = 0; left.size() > 1; ++node) {
    std::ranges::sort(left, [](const Tree& a, const Tree& b) {
      return a.count != b.count ? a.count < b.count : a.order < b.order;
    });
    Tree both{left[0].count + left[1].count, node + 1, left[0].below};
    both.below.insert(both.below.end(), left[1].below.begin(), left[1].below.end());
    for (const int bit : {0, 1}) {
      for (const int word : left[static_cast<std::size_t>(bit)].below) {
        found[static_cast<std::size_t>(word)].insert(found[static_cast<std::size_t>(word)].begin(),
                                                     {node, bit});
      }
    }
    left.erase(left.begin(), left.begin() + 2);
    left.push_back(both);
  }
  return found;
}

double decided(const Way& way, double score) {
  return 1 / (1 + std::exp(way.bit == 0 ? -score : score));
}

// From the root to one of them.
std::vector<Way> way_to(int word, int words) {
  return ways(words)[static_cast<std::size_t>(word)];
}

int target_of(int i, int words) {
  return (7 * i + 3) % words;  // some more than once, some never
}

}  // namespace

std::vector<OpCase> tree_op_cases() {
  return {
      {"tree_log_softmax", "nm", "nw",
       [](Tape& t, V v, Sizes) { return tree_log_softmax(t, v[0]); },
       [](X x, int i, int j, Sizes s) {
         double p = 1;
         for (const Way& way : way_to(j, s.m + 1)) {
           p *= decided(way, x[0](i, way.node));
         }
         return std::log(p);
       }},
      {"tree_surprisal",
       "nk mk 1m",
       "n1",
       [](Tape& t, V v, Sizes s) {
         std::vector<int> targets;
         for (int i = 0; i < s.n; ++i) targets.push_back(target_of(i, s.m + 1));
         return tree_surprisal(t, v[0], v[1], v[2], targets);
       },
       [](X x, int i, int, Sizes s) {
         double p = 1;
         for (const Way& way : way_to(target_of(i, s.m + 1), s.m + 1)) {
           double score = x[2](0, way.node);
           for (int c = 0; c < s.k; ++c) score += 1.0 * x[0](i, c) * x[1](way.node, c);
           p *= decided(way, score);
         }
         return -std::log(p);
       },
       {{2, 3}, {5, 4}, {1, 5}},
       true},
  };
}

}  // namespace glassformer::testing_ops
