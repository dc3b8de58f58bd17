#include "core/embed/corpus/text_pieces.h"

#include <span>
#include <unordered_map>
#include <utility>

#include "core/text/bpe.h"
#include "core/text/unicode.h"

namespace glassformer {

namespace {

std::string marked(std::string_view word) {
  const std::string_view first = characters(word).front();
  return std::string(is_without_spaces(first) ? "" : "▁").append(word);
}

// The pieces of each word of a text, one after the other; each word has at least one.
struct WordPieces {
  std::vector<std::string> texts;  // of each piece
  std::vector<std::int32_t> ids;
  std::vector<std::size_t> ends;  // of the words, in `ids`

  std::span<const std::int32_t> of(std::size_t word) const {
    const std::size_t begin = word == 0 ? 0 : ends[word - 1];
    return std::span(ids).subspan(begin, ends[word] - begin);
  }
};

WordPieces cut(const EncodedText& text, int most) {
  std::vector<std::pair<std::string, std::int64_t>> counts;
  for (std::size_t i = 0; i < text.words.size(); ++i) {
    counts.emplace_back(marked(text.words[i]), static_cast<std::int64_t>(text.counts[i]));
  }
  bpe::Learned learned = bpe::learn(counts, most);
  std::unordered_map<std::string, int> single;
  std::unordered_map<std::uint64_t, int> ranks;
  const auto first_merged = static_cast<int>(learned.pieces.size() - learned.merges.size());
  for (int i = 0; i < first_merged; ++i) {
    single.emplace(learned.pieces[static_cast<std::size_t>(i)], i);
  }
  for (std::size_t i = 0; i < learned.merges.size(); ++i) {
    const auto [left, right] = learned.merges[i];
    ranks.emplace(bpe::key(left, right), static_cast<int>(i));
  }
  WordPieces made{std::move(learned.pieces), {}, {}};
  // The rarest of many thousand characters may have no piece of their own.
  const auto unknown = static_cast<std::int32_t>(made.texts.size());
  made.texts.emplace_back("\uFFFD");
  for (const auto& [word, count] : counts) {
    std::vector<int> symbols;
    for (const std::string_view c : characters(word)) {
      const auto found = single.find(std::string(c));
      symbols.push_back(found == single.end() ? -1 : found->second);
    }
    bpe::merge(symbols, ranks, first_merged);
    for (const int symbol : symbols) made.ids.push_back(symbol < 0 ? unknown : symbol);
    made.ends.push_back(made.ids.size());
  }
  return made;
}

}  // namespace

EncodedText in_pieces(const EncodedText& text, int most, int min_count, const std::string& name) {
  const WordPieces pieces = cut(text, most);
  TextEncoder encoder;
  std::vector<std::int32_t> block(1 << 16);
  std::uint64_t at = 0;
  while (const std::size_t read = text.ids.read(at, block)) {
    at += read;
    for (const std::int32_t id : std::span(block).first(read)) {
      if (id == EncodedText::sentence_end) {
        encoder.sentence_end();
        continue;
      }
      for (const std::int32_t piece : pieces.of(static_cast<std::size_t>(id))) {
        encoder.word(pieces.texts[static_cast<std::size_t>(piece)]);
      }
    }
  }
  return encoder.finish(min_count, name);
}

}  // namespace glassformer
