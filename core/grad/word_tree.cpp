#include "core/grad/word_tree.h"

#include <algorithm>
#include <cstdint>
#include <mutex>

namespace glassformer {

namespace {

constexpr std::size_t max_kept = 4;

// Words below each child, found from the leaves up: children are made before their node. Then the
// nodes from the root down, each of which gives its places to its children.
void lay_out(WordTree& of) {
  const std::vector<HuffmanTree::Node>& nodes = of.tree.nodes;
  std::vector<int> sizes(nodes.size());
  const auto size_of = [&](std::int32_t child) {
    return child < 0 ? 1 : sizes[static_cast<std::size_t>(child)];
  };
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    sizes[i] = size_of(nodes[i].children[0]) + size_of(nodes[i].children[1]);
  }
  of.words.resize(nodes.size() + 1);
  of.below.resize(nodes.size());
  const auto place = [&](std::int32_t child, int begin) {
    if (child < 0) {
      of.words[static_cast<std::size_t>(begin)] = -1 - child;
    } else {
      of.below[static_cast<std::size_t>(child)].begin = begin;
    }
  };
  for (std::size_t i = nodes.size(); i-- > 0;) {
    WordTree::Below& here = of.below[i];  // the root's begin is 0
    here.middle = here.begin + size_of(nodes[i].children[0]);
    here.end = here.begin + sizes[i];
    place(nodes[i].children[0], here.begin);
    place(nodes[i].children[1], here.middle);
  }
}

std::shared_ptr<const WordTree> grown(int words) {
  constexpr std::uint64_t most = std::uint64_t{1} << 40;
  std::vector<std::uint64_t> counts;
  for (int word = 0; word < words; ++word) {
    counts.push_back(most / static_cast<std::uint64_t>(word + 1));
  }
  auto made = std::make_shared<WordTree>();
  made->tree = huffman_tree(counts);
  lay_out(*made);
  return made;
}

}  // namespace

std::shared_ptr<const WordTree> word_tree(int words) {
  static std::mutex mutex;
  static std::vector<std::shared_ptr<const WordTree>> kept;
  const std::lock_guard lock(mutex);
  const auto found = std::ranges::find_if(
      kept, [&](const auto& tree) { return static_cast<int>(tree->words.size()) == words; });
  if (found != kept.end()) return *found;
  std::shared_ptr<const WordTree> made = grown(words);
  if (kept.size() == max_kept) kept.erase(kept.begin());
  kept.push_back(made);
  return made;
}

}  // namespace glassformer
