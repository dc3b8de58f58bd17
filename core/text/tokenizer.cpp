#include "core/text/tokenizer.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/tensor/error.h"
#include "core/text/bpe.h"
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
    const std::map<std::string, std::int64_t>& counts) {
  std::vector<std::pair<std::string, std::int64_t>> sorted(counts.begin(), counts.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  return sorted;
}

std::string checked(std::string_view sentence) {
  if (sentence.size() > most_sentence_bytes) {
    throw UserError(fmt::format("the sentence has {} bytes; at most {} can be read: shorten it",
                                sentence.size(), most_sentence_bytes));
  }
  if (const std::size_t at = broken_utf8(sentence); at != std::string_view::npos) {
    throw UserError(
        fmt::format("the sentence is not UTF-8 text: byte {} (0x{:02x}) starts no character; "
                    "save or paste it as UTF-8",
                    at + 1, static_cast<unsigned char>(sentence[at])));
  }
  return composed(sentence);
}

template <class Text>
std::vector<std::string> strings(const std::vector<Text>& texts) {
  return {texts.begin(), texts.end()};
}

}  // namespace

std::string_view name(Tokenizer::Kind kind) {
  switch (kind) {
    case Tokenizer::Kind::word:
      return "word";
    case Tokenizer::Kind::character:
      return "character";
    case Tokenizer::Kind::bpe:
      return "bpe";
  }
  return "";
}

Tokenizer::Tokenizer(Kind kind, std::vector<std::string> pieces,
                     std::vector<std::pair<int, int>> merges)
    : kind_(kind), pieces_(std::move(pieces)), merges_(std::move(merges)) {
  for (std::size_t i = specials; i < pieces_.size(); ++i) {
    ids_.emplace(pieces_[i], static_cast<int>(i));
  }
  for (std::size_t i = 0; i < merges_.size(); ++i) {
    merge_ranks_.emplace(bpe::key(merges_[i].first, merges_[i].second), static_cast<int>(i));
  }
}

// What counts as one for learning: words, characters, or the stretches that merges stay within.
std::vector<std::string> Tokenizer::segments(std::string_view sentence) const {
  if (kind_ == Kind::word) return split_words(sentence);
  const std::string text = checked(sentence);
  return kind_ == Kind::character ? strings(characters(text)) : strings(bpe::stretches(text));
}

Tokenizer Tokenizer::train(std::span<const std::string> sentences, Kind kind, int size) {
  if (size <= specials || size > most_pieces) {
    throw UserError(fmt::format("a vocabulary of {} pieces is not possible: choose {} to {}", size,
                                specials + 1, most_pieces));
  }
  const Tokenizer untrained(kind, special_pieces, {});
  std::map<std::string, std::int64_t> counts;
  for (const std::string& sentence : sentences) {
    for (std::string& segment : untrained.segments(sentence)) ++counts[std::move(segment)];
  }
  if (counts.empty()) throw UserError("there are no words to learn a vocabulary from");
  const auto sorted = by_count(counts);
  std::vector<std::string> pieces = special_pieces;
  if (kind == Kind::bpe) {
    bpe::Learned learned = bpe::learn(sorted, size - specials);
    pieces.insert(pieces.end(), learned.pieces.begin(), learned.pieces.end());
    for (auto& [left, right] : learned.merges) left += specials, right += specials;
    return {kind, std::move(pieces), std::move(learned.merges)};
  }
  for (const auto& [piece, count] : sorted) {
    if (pieces.size() == static_cast<std::size_t>(size)) break;
    if (!is_special(piece)) pieces.push_back(piece);
  }
  return {kind, std::move(pieces), {}};
}

int Tokenizer::find(const std::string& piece) const {
  const auto found = ids_.find(piece);
  return found == ids_.end() ? -1 : found->second;
}

int Tokenizer::find_word(const std::string& word) const {
  for (const std::string& form : {word, with_small_first(word), with_large_first(word)}) {
    if (const int id = find(form); id >= 0) return id;
  }
  return unknown;
}

std::vector<int> Tokenizer::encode(std::string_view sentence) const {
  std::vector<int> ids;
  for (const std::string& segment : segments(sentence)) {
    if (kind_ == Kind::word) {
      ids.push_back(find_word(segment));
    } else if (kind_ == Kind::character) {
      ids.push_back(find(segment));
    } else {
      std::vector<int> symbols;
      for (const std::string_view c : characters(segment)) symbols.push_back(find(std::string(c)));
      bpe::merge(symbols, merge_ranks_, size() - static_cast<int>(merges_.size()));
      ids.insert(ids.end(), symbols.begin(), symbols.end());
    }
  }
  for (int& id : ids) {
    if (id < 0) id = unknown;
  }
  return ids;
}

std::vector<std::string> Tokenizer::split(std::string_view sentence) const {
  std::vector<std::string> texts = segments(sentence);
  if (kind_ != Kind::bpe) return texts;
  std::vector<std::string> cut;
  for (const std::string& segment : texts) {
    const std::vector<std::string_view> all = characters(segment);
    std::vector<int> symbols;
    for (const std::string_view c : all) symbols.push_back(find(std::string(c)));
    auto next = all.begin();
    for (const int taken :
         bpe::merge(symbols, merge_ranks_, size() - static_cast<int>(merges_.size()))) {
      cut.emplace_back();
      for (int i = 0; i < taken; ++i) cut.back() += *next++;
    }
  }
  return cut;
}

std::string Tokenizer::decode(std::span<const int> ids) const {
  std::vector<std::string> texts;
  for (const int id : ids) {
    if (id < 0 || id >= size()) {
      throw UserError(
          fmt::format("piece {} is outside the vocabulary of {}; the tokenizer and the numbers do "
                      "not belong together",
                      id, size()));
    }
    if (id >= unknown) texts.push_back(pieces_[static_cast<std::size_t>(id)]);
  }
  if (kind_ == Kind::word) return join_words(texts);
  std::string text;
  for (const std::string& piece : texts) text += piece;
  return text;
}

}  // namespace glassformer
