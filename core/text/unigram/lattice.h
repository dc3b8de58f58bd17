#pragma once

#include <cstddef>
#include <vector>

namespace glassformer {

// All the ways to cut a text into pieces, as a lattice: positions 0 … length between its
// characters, and an edge for each piece that fits, from where it begins to where it ends. A way is
// a path of edges; its score, the logarithm of its probability, is the sum of theirs (Kudo 2018,
// "Subword Regularization", section 3.1).
class Lattice {
 public:
  struct Edge {
    int begin = 0, end = 0;
    int piece = -1;
    double score = 0;
  };
  struct Path {
    std::vector<int> edges;  // their numbers, from left to right; empty: no path goes through
    double score = 0;
  };

  explicit Lattice(int length);
  // 0 ≤ begin < end ≤ length. Returns the edge's number.
  int add(int begin, int end, int piece, double score);
  const std::vector<Edge>& edges() const { return edges_; }
  int length() const { return static_cast<int>(ending_.size()) - 1; }

  // The best path (Viterbi 1967). Of two paths that are as good, the one whose last piece, where
  // they part, is longer.
  Path best() const;
  // The best paths, the best first, at most so many: A* from the end, which knows from the forward
  // pass how good what is left can become (Nagata 1994). Of equally good ones the first found.
  std::vector<Path> best(int count) const;
  // The logarithm of the sum of all paths' probabilities. `expected`: for each edge the probability
  // that a path drawn by its probability takes it (forward-backward; Baum 1972). −∞: no path.
  double total(std::vector<double>& expected) const;

 private:
  // The score of the best path from the beginning to each position, and its last edge, or −1.
  std::vector<double> forward(std::vector<int>& last) const;

  std::vector<Edge> edges_;
  std::vector<std::vector<int>> ending_;  // the edges that end at a position
};

}  // namespace glassformer
