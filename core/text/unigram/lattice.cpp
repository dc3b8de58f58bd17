#include "core/text/unigram/lattice.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>
#include <utility>

namespace glassformer {

namespace {

constexpr double nowhere = -std::numeric_limits<double>::infinity();

std::size_t index(int i) {
  return static_cast<std::size_t>(i);
}

// log(exp a + exp b)
double log_sum(double a, double b) {
  if (a < b) std::swap(a, b);
  return b == nowhere ? a : a + std::log1p(std::exp(b - a));
}

}  // namespace

Lattice::Lattice(int length) : ending_(index(length) + 1) {}

int Lattice::add(int begin, int end, int piece, double score) {
  const int number = static_cast<int>(edges_.size());
  edges_.push_back({begin, end, piece, score});
  ending_[index(end)].push_back(number);
  return number;
}

std::vector<double> Lattice::forward(std::vector<int>& last) const {
  std::vector<double> best(ending_.size(), nowhere);
  last.assign(ending_.size(), -1);
  best[0] = 0;
  for (std::size_t at = 1; at < ending_.size(); ++at) {
    for (const int number : ending_[at]) {
      const Edge& edge = edges_[index(number)];
      const double score = best[index(edge.begin)] + edge.score;
      if (score == nowhere) continue;
      const bool longer =
          score == best[at] && last[at] >= 0 && edge.begin < edges_[index(last[at])].begin;
      if (score > best[at] || longer) best[at] = score, last[at] = number;
    }
  }
  return best;
}

Lattice::Path Lattice::best() const {
  std::vector<int> last;
  const std::vector<double> scores = forward(last);
  Path path{{}, scores.back()};
  for (int at = length(); at > 0 && last[index(at)] >= 0;) {
    path.edges.push_back(last[index(at)]);
    at = edges_[index(path.edges.back())].begin;
  }
  std::ranges::reverse(path.edges);
  return path;
}

std::vector<Lattice::Path> Lattice::best(int count) const {
  std::vector<int> last;
  const std::vector<double> ahead = forward(last);
  // A path from some position to the end, as the edge it begins with and the path behind that.
  struct Partial {
    int edge = -1, rest = -1;
    int at = 0;
    double score = 0;  // of its edges
  };
  std::vector<Partial> made{{-1, -1, length(), 0}};
  using Entry = std::pair<double, int>;  // the best that can become of it, and its number
  const auto worse = [](const Entry& a, const Entry& b) {
    return a.first != b.first ? a.first < b.first : a.second > b.second;
  };
  std::priority_queue<Entry, std::vector<Entry>, decltype(worse)> queue(worse);
  queue.emplace(ahead.back(), 0);
  std::vector<Path> found;
  constexpr std::size_t most_partial = 1 << 20;
  while (!queue.empty() && static_cast<int>(found.size()) < count && made.size() < most_partial) {
    const int number = queue.top().second;
    queue.pop();
    const Partial now = made[index(number)];
    if (now.at == 0) {
      Path path{{}, now.score};
      for (int i = number; made[index(i)].edge >= 0; i = made[index(i)].rest) {
        path.edges.push_back(made[index(i)].edge);
      }
      found.push_back(std::move(path));
      continue;
    }
    for (const int edge : ending_[index(now.at)]) {
      const Edge& e = edges_[index(edge)];
      if (ahead[index(e.begin)] == nowhere) continue;
      made.push_back({edge, number, e.begin, now.score + e.score});
      queue.emplace(ahead[index(e.begin)] + made.back().score, static_cast<int>(made.size()) - 1);
    }
  }
  return found;
}

double Lattice::total(std::vector<double>& expected) const {
  std::vector<double> before(ending_.size(), nowhere), behind(ending_.size(), nowhere);
  before[0] = 0;
  behind.back() = 0;
  for (std::size_t at = 1; at < ending_.size(); ++at) {
    for (const int number : ending_[at]) {
      const Edge& edge = edges_[index(number)];
      before[at] = log_sum(before[at], before[index(edge.begin)] + edge.score);
    }
  }
  for (std::size_t at = ending_.size() - 1; at > 0; --at) {
    for (const int number : ending_[at]) {
      const Edge& edge = edges_[index(number)];
      double& from = behind[index(edge.begin)];
      from = log_sum(from, behind[at] + edge.score);
    }
  }
  expected.assign(edges_.size(), 0);
  const double all = before.back();
  if (all == nowhere) return all;
  for (std::size_t i = 0; i < edges_.size(); ++i) {
    const Edge& edge = edges_[i];
    expected[i] = std::exp(before[index(edge.begin)] + edge.score + behind[index(edge.end)] - all);
  }
  return all;
}

}  // namespace glassformer
