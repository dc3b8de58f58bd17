#include "core/scenes/language/merging.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/text/unicode.h"

namespace glassformer {

std::vector<std::string> spell(std::string_view word, Spelling spelling) {
  std::vector<std::string> letters;
  for (const std::string_view letter : characters(word)) {
    const bool marked = spelling == Spelling::inside && !letters.empty();
    letters.push_back((marked ? std::string(kInsideMark) : std::string()) + std::string(letter));
  }
  if (spelling == Spelling::end_mark) letters.emplace_back(kEndMark);
  return letters;
}

std::string joined(std::string_view left, std::string_view right) {
  const bool marked = right.starts_with(kInsideMark) && right.size() > kInsideMark.size();
  return std::string(left) + std::string(marked ? right.substr(kInsideMark.size()) : right);
}

std::vector<PairCount> count_pairs(const std::vector<Spelled>& words) {
  std::vector<PairCount> pairs;
  std::map<std::pair<std::string, std::string>, std::size_t> places;
  for (const Spelled& word : words) {
    for (std::size_t i = 1; i < word.pieces.size(); ++i) {
      const std::string &left = word.pieces[i - 1], &right = word.pieces[i];
      const auto [place, fresh] = places.try_emplace({left, right}, pairs.size());
      if (fresh) pairs.push_back({left, right, 0});
      pairs[place->second].count += word.count;
    }
  }
  return pairs;
}

bool merge_pair(std::vector<std::string>& pieces, std::string_view left, std::string_view right) {
  bool found = false;
  for (std::size_t i = 0; i + 1 < pieces.size(); ++i) {
    if (pieces[i] != left || pieces[i + 1] != right) continue;
    pieces[i] = joined(left, right);
    pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    found = true;
  }
  return found;
}

std::vector<PairCount> learn_merges(std::vector<Spelled>& words, int most) {
  std::vector<PairCount> merges;
  while (static_cast<int>(merges.size()) < most) {
    const std::vector<PairCount> pairs = count_pairs(words);
    const auto best = std::ranges::max_element(pairs, {}, &PairCount::count);  // the first of them
    if (best == pairs.end() || best->count < 2) break;
    for (Spelled& word : words) merge_pair(word.pieces, best->left, best->right);
    merges.push_back(*best);
  }
  return merges;
}

MergeTree merge_tree(const std::vector<std::string>& letters,
                     const std::vector<PairCount>& merges) {
  MergeTree tree;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    const int at = static_cast<int>(i);
    tree.nodes.push_back({.piece = letters[i], .begin = at, .end = at + 1});
    tree.roots.push_back(at);
  }
  const auto node = [&](std::size_t root) -> const MergeTree::Node& {
    return tree.nodes[static_cast<std::size_t>(tree.roots[root])];
  };
  for (std::size_t m = 0; m < merges.size(); ++m) {
    for (std::size_t i = 0; i + 1 < tree.roots.size(); ++i) {
      if (node(i).piece != merges[m].left || node(i + 1).piece != merges[m].right) continue;
      MergeTree::Node made{.piece = joined(merges[m].left, merges[m].right),
                           .left = tree.roots[i],
                           .right = tree.roots[i + 1],
                           .merge = static_cast<int>(m),
                           .begin = node(i).begin,
                           .end = node(i + 1).end};
      tree.roots[i] = static_cast<int>(tree.nodes.size());
      tree.roots.erase(tree.roots.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      tree.nodes.push_back(std::move(made));
    }
  }
  return tree;
}

}  // namespace glassformer
