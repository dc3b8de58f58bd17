#include "core/text/tokenizers/sentencepiece/space_normalizer.h"

#include <algorithm>

#include "core/tensor/error.h"
#include "core/text/tokenizers/pipeline/scalars.h"

namespace glassformer {

SpaceNormalizer::SpaceNormalizer(const SentencePieceModel& model, const std::string& named)
    : dummy_prefix_(model.dummy_prefix),
      remove_spaces_(model.remove_spaces),
      escape_(model.escape_spaces),
      space_behind_(model.space_behind) {
  if (!model.rules.empty()) {
    rules_ = CharactersMap::from_bytes(model.rules);
    if (!rules_) {
      throw UserError(named +
                      ": its rules for characters (normalizer_spec.precompiled_charsmap) are "
                      "broken; get the file again");
    }
  }
  for (const auto& piece : model.pieces) {
    if (piece.kind == SentencePieceModel::Kind::user_defined) symbols_.push_back(piece.text);
  }
  symbol_trie_ = PieceTrie(symbols_);
  for (int first = 0; first < 128; ++first) {
    const std::string one(1, static_cast<char>(first));
    const bool begins_symbol = std::ranges::any_of(
        symbols_, [&](const std::string& symbol) { return symbol[0] == one[0]; });
    const bool stays = !begins_symbol && !(rules_ && rules_->longest(one));
    alone_[static_cast<std::size_t>(first)] = stays;
    for (int second = 0; second < 256; ++second) {
      pairs_[static_cast<std::size_t>(first)][static_cast<std::size_t>(second)] =
          stays && !(rules_ && rules_->begins_a_rule(one + static_cast<char>(second)));
    }
  }
}

std::size_t SpaceNormalizer::user_symbol(std::string_view text) const {
  std::size_t longest = 0;
  if (!symbols_.empty()) {
    symbol_trie_.each_beginning(text, [&](std::size_t bytes, int) { longest = bytes; });
  }
  return longest;
}

bool SpaceNormalizer::is_plain(std::string_view text) const {
  const auto first = static_cast<unsigned char>(text[0]);
  if (first >= 0x80) return false;
  return text.size() == 1 ? alone_[first] : pairs_[first][static_cast<unsigned char>(text[1])];
}

SpaceNormalizer::Next SpaceNormalizer::next(std::string_view text) const {
  if (is_plain(text)) return {text.substr(0, 1), 1};
  if (const std::size_t symbol = user_symbol(text); symbol > 0) {
    return {text.substr(0, symbol), symbol};
  }
  if (rules_) {
    if (const auto rule = rules_->longest(text)) return {rule->becomes, rule->taken};
  }
  const std::string_view as_it_is = first_scalar(text).bytes;
  return {as_it_is, as_it_is.size()};
}

void SpaceNormalizer::apply(std::string_view text, std::string& normal) const {
  normal.clear();
  const std::string_view written_space = escape_ ? space : " ";
  while (remove_spaces_ && !text.empty()) {
    const Next c = next(text);
    if (c.becomes != " ") break;
    text.remove_prefix(c.taken);
  }
  if (text.empty()) return;
  if (dummy_prefix_ && !space_behind_) normal += written_space;
  bool after_space = remove_spaces_;
  while (!text.empty()) {
    const Next c = next(text);
    std::string_view becomes = c.becomes;
    while (after_space && becomes.starts_with(' ')) becomes.remove_prefix(1);
    for (const char byte : becomes) {
      if (byte == ' ') {
        normal += written_space;
      } else {
        normal += byte;
      }
    }
    if (!becomes.empty()) after_space = remove_spaces_ && becomes.ends_with(' ');
    text.remove_prefix(c.taken);
  }
  while (remove_spaces_ && normal.ends_with(written_space)) {
    normal.resize(normal.size() - written_space.size());
  }
  if (dummy_prefix_ && space_behind_) normal += written_space;
}

}  // namespace glassformer
