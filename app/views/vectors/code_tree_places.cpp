#include "app/views/vectors/code_tree_places.h"

#include <cmath>
#include <utility>

namespace glassformer {

// The prefix tree of the codes; the root is the first place.
std::vector<TreePlace> tree_places(const Mat& codes, const Mat& counts) {
  std::vector<TreePlace> places(1);
  for (int w = 0; w < codes.rows(); ++w) {
    int at = 0;
    for (int b = 0; b < codes.cols() && !std::isnan(codes(w, b)); ++b) {
      const int bit = codes(w, b) > 0.5 ? 1 : 0;
      int next = places[static_cast<std::size_t>(at)].children[static_cast<std::size_t>(bit)];
      if (next < 0) {
        next = static_cast<int>(places.size());
        places[static_cast<std::size_t>(at)].children[static_cast<std::size_t>(bit)] = next;
        const int depth = places[static_cast<std::size_t>(at)].depth + 1;
        places.push_back({{-1, -1}, at, bit, depth, -1, 0, 0});
      }
      at = next;
    }
    places[static_cast<std::size_t>(at)].word = w;
    for (int up = at; up >= 0; up = places[static_cast<std::size_t>(up)].parent) {
      places[static_cast<std::size_t>(up)].count += static_cast<double>(counts(0, w));
    }
  }
  return places;
}

// Each join is the first node whose children have its counts and are made already. Nodes with the
// same counts are not told apart by their numbers either.
void set_joins(std::vector<TreePlace>& places, const Mat& joins) {
  const auto is_made = [&](int place) {
    const TreePlace& child = places[static_cast<std::size_t>(place)];
    return child.word >= 0 || child.joined > 0;
  };
  const auto count_of = [&](int place) { return places[static_cast<std::size_t>(place)].count; };
  for (int i = 0; i < joins.rows(); ++i) {
    for (TreePlace& place : places) {
      const auto [one, other] = place.children;
      if (one < 0 || other < 0 || place.joined > 0 || !is_made(one) || !is_made(other)) continue;
      if (count_of(one) != joins(i, 0) || count_of(other) != joins(i, 1)) continue;
      place.joined = i + 1;
      break;
    }
  }
}

// Leaves side by side, what is above them in their middle. Without recursion: a tree of equal words
// is flat, but one of powers of two is as deep as it has words.
int set_columns(std::vector<TreePlace>& places) {
  std::vector<std::pair<int, bool>> open{{0, false}};
  int leaves = 0;
  while (!open.empty()) {
    const auto [at, seen] = open.back();
    open.pop_back();
    TreePlace& place = places[static_cast<std::size_t>(at)];
    if (place.children[0] < 0 && place.children[1] < 0) {
      place.x = static_cast<float>(leaves++);
    } else if (seen) {
      float sum = 0, count = 0;
      for (const int child : place.children) {
        if (child < 0) continue;
        sum += places[static_cast<std::size_t>(child)].x;
        ++count;
      }
      place.x = sum / count;
    } else {
      open.emplace_back(at, true);
      for (const int child : {place.children[1], place.children[0]}) {
        if (child >= 0) open.emplace_back(child, false);
      }
    }
  }
  return leaves;
}

}  // namespace glassformer
