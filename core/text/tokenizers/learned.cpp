#include "core/text/tokenizers/learned.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <unordered_map>

#include "core/tensor/error.h"
#include "core/text/bpe.h"
#include "core/text/number_of.h"
#include "core/text/tokenize.h"
#include "core/text/unicode.h"
#include "core/text/words.h"

namespace glassformer {

namespace {

const std::vector<std::string> special_pieces{"<pad>", "<s>", "</s>", "<unk>"};

bool is_special(std::string_view piece) {
  return std::find(special_pieces.begin(), special_pieces.end(), piece) != special_pieces.end();
}

// Most frequent first, then the smaller text.
std::vector<std::pair<std::string, std::int64_t>> by_count(
    const std::unordered_map<std::string, std::int64_t>& counts) {
  std::vector<std::pair<std::string, std::int64_t>> sorted(counts.begin(), counts.end());
  std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  return sorted;
}

template <class Text>
std::vector<std::string> strings(const std::vector<Text>& texts) {
  return {texts.begin(), texts.end()};
}

}  // namespace

std::string_view name(LearnedTokenizer::Kind kind) {
  switch (kind) {
    case LearnedTokenizer::Kind::word:
      return "word";
    case LearnedTokenizer::Kind::character:
      return "character";
    case LearnedTokenizer::Kind::bpe:
      return "bpe";
  }
  return "";
}

LearnedTokenizer::LearnedTokenizer(Kind kind, std::vector<std::string> pieces,
                                   std::vector<std::pair<int, int>> merges)
    : Tokenizer(std::move(pieces)), kind_(kind), merges_(std::move(merges)) {
  for (int i = specials; i < size(); ++i) {
    ids_.emplace(this->pieces()[static_cast<std::size_t>(i)], i);
  }
  for (std::size_t i = 0; i < merges_.size(); ++i) {
    merge_ranks_.emplace(bpe::key(merges_[i].first, merges_[i].second), static_cast<int>(i));
  }
}

// What counts as one for learning: words, characters, or the stretches that merges stay within.
std::vector<std::string> LearnedTokenizer::segments(std::string_view sentence) const {
  if (kind_ == Kind::word) return split_words(sentence);
  check_text(sentence);
  // A piece is shown, and must be text that a file can hold.
  const std::string text = with_known_apostrophes(composed(without_controls(sentence)));
  return kind_ == Kind::character ? strings(characters(text)) : strings(bpe::pre_tokens(text));
}

std::string LearnedTokenizer::with_known_apostrophes(std::string_view text) const {
  constexpr std::string_view plain = "'", curly = "\u2019";
  const bool has_plain = find(std::string(plain)) >= 0, has_curly = find(std::string(curly)) >= 0;
  return has_plain == has_curly ? std::string(text)
                                : with_apostrophes(text, has_plain ? plain : curly);
}

LearnedTokenizer LearnedTokenizer::train(std::span<const std::string> sentences, Kind kind,
                                         int size) {
  if (size <= specials || size > max_pieces) {
    throw UserError(fmt::format("a vocabulary of {} is not possible: choose {} to {}",
                                number_of(size, "piece"), int{specials} + 1, int{max_pieces}));
  }
  const LearnedTokenizer untrained(kind, special_pieces, {});
  std::unordered_map<std::string, std::int64_t> counts;
  for (const std::string& sentence : sentences) {
    for (std::string& segment : untrained.segments(with_apostrophes(sentence, "'"))) {
      ++counts[std::move(segment)];
    }
  }
  if (counts.empty()) throw UserError("there are no words to learn a vocabulary from");
  const auto sorted = by_count(counts);
  std::vector<std::string> pieces = special_pieces;
  if (kind == Kind::bpe) {
    bpe::Learned learned = bpe::learn(sorted, size - specials, special_pieces);
    pieces.insert(pieces.end(), learned.pieces.begin(), learned.pieces.end());
    for (auto& [left, right] : learned.merges) left += specials, right += specials;
    return {kind, std::move(pieces), std::move(learned.merges)};
  }
  for (const auto& [piece, count] : sorted) {
    if (pieces.size() == static_cast<std::size_t>(size)) break;
    if (!is_special(piece)) pieces.push_back(piece);
  }
  if (pieces.size() == special_pieces.size()) {
    throw UserError(
        fmt::format("the sentences hold nothing but {}, which stand for no text; give sentences "
                    "with words of their own",
                    fmt::join(special_pieces, ", ")));
  }
  return {kind, std::move(pieces), {}};
}

int LearnedTokenizer::find(const std::string& piece) const {
  const auto found = ids_.find(piece);
  return found == ids_.end() ? -1 : found->second;
}

int LearnedTokenizer::find_word(const std::string& word) const {
  for (const std::string_view apostrophe : {"", "'", "\u2019"}) {
    const std::string as = apostrophe.empty() ? word : with_apostrophes(word, apostrophe);
    if (!apostrophe.empty() && as == word) continue;  // looked for already
    if (const int id = find(as); id >= 0) return id;
    if (const int id = find(with_small_first(as)); id >= 0) return id;
    if (const int id = find(with_large_first(as)); id >= 0) return id;
  }
  return unknown_id;
}

std::vector<int> LearnedTokenizer::encode(std::string_view sentence) const {
  std::vector<int> ids;
  for (const std::string& segment : segments(sentence)) {
    if (kind_ == Kind::word) {
      ids.push_back(find_word(segment));
    } else if (kind_ == Kind::character) {
      ids.push_back(find(segment));
    } else {
      std::vector<int> symbols;
      for (const std::string_view c : characters(segment)) symbols.push_back(find(std::string(c)));
      bpe::merge(symbols, merge_ranks_, first_merged());
      ids.insert(ids.end(), symbols.begin(), symbols.end());
    }
  }
  for (int& id : ids) {
    if (id < 0) id = unknown_id;
  }
  return ids;
}

std::vector<std::string> LearnedTokenizer::split(std::string_view sentence) const {
  std::vector<std::string> texts = segments(sentence);
  if (kind_ != Kind::bpe) return texts;
  std::vector<std::string> cut;
  for (const std::string& segment : texts) {
    const std::vector<std::string_view> all = characters(segment);
    std::vector<int> symbols;
    for (const std::string_view c : all) symbols.push_back(find(std::string(c)));
    auto next = all.begin();
    for (const int taken : bpe::merge(symbols, merge_ranks_, first_merged())) {
      cut.emplace_back();
      for (int i = 0; i < taken; ++i) cut.back() += *next++;
    }
  }
  return cut;
}

std::string LearnedTokenizer::decode(std::span<const int> ids) const {
  std::vector<std::string> texts;
  for (const int id : ids) {
    check_id(id);
    if (id >= unknown_id) texts.push_back(pieces()[static_cast<std::size_t>(id)]);
  }
  if (kind_ == Kind::word) return join_words(texts);
  std::string text;
  for (const std::string& piece : texts) text += piece;
  return text;
}

std::string_view LearnedTokenizer::kind() const {
  return name(kind_);
}

}  // namespace glassformer
