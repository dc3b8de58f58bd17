#include "core/models/piece_links.h"

#include <algorithm>
#include <string>

#include "core/text/words.h"

namespace glassformer {

namespace {

bool goes_beyond(const std::vector<Link>& links, int Link::*side, const std::string& sentence) {
  const auto words = static_cast<int>(split_words(sentence).size());
  return std::ranges::any_of(links, [&](const Link& link) { return link.*side >= words; });
}

bool counts_the_same(const Tokenizer& tokenizer, bool characters) {
  return characters ? tokenizer.kind() == "character" : tokenizer.splits_into_words();
}

}  // namespace

std::vector<Link> piece_links(const Checkpoint& checkpoint, const SentencePair& pair,
                              std::size_t source_pieces, std::size_t target_pieces) {
  if (pair.links.empty()) return {};
  const bool characters = goes_beyond(pair.links, &Link::source, pair.source) ||
                          goes_beyond(pair.links, &Link::target, pair.target);
  if (!counts_the_same(checkpoint.source(), characters) ||
      !counts_the_same(checkpoint.target(), characters)) {
    return {};
  }
  std::vector<Link> links = pair.links;
  std::erase_if(links, [&](const Link& link) {
    return link.source < 0 || link.target < 0 ||
           static_cast<std::size_t>(link.source) >= source_pieces ||
           static_cast<std::size_t>(link.target) >= target_pieces;
  });
  return links;
}

}  // namespace glassformer
