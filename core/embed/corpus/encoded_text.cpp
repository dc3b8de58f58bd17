#include "core/embed/corpus/encoded_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>

#include "core/embed/corpus/text_habits.h"
#include "core/embed/corpus/text_part.h"
#include "core/embed/corpus/text_pieces.h"
#include "core/embed/corpus/text_reading.h"
#include "core/formats/byte_source.h"
#include "core/tensor/error.h"
#include "core/tensor/rng.h"
#include "core/text/corpus.h"
#include "core/text/number_of.h"

namespace glassformer {

namespace {

void note_oddities(const WordSplitter::Oddities& odd, const std::string& name, EncodedText& text) {
  if (odd.broken > 0) {
    text.notes.push_back(
        fmt::format("{}: bytes that are no UTF-8 in {} (the first at byte {}); they are shown "
                    "with replacement marks",
                    name, number_of(odd.broken, "word"), odd.first_broken_at));
  }
  if (odd.cut > 0) {
    text.notes.push_back(fmt::format("{}: {} longer than {} bytes {} cut there", name,
                                     number_of(odd.cut, "word"), WordSplitter::max_word_bytes,
                                     odd.cut == 1 ? "was" : "were"));
  }
  if (odd.zero_bytes > 0) {
    text.notes.push_back(fmt::format("{}: {} {} taken for white space", name,
                                     number_of(odd.zero_bytes, "zero byte"),
                                     odd.zero_bytes == 1 ? "was" : "were"));
  }
}

}  // namespace

void TextEncoder::word(std::string_view word) {
  ids_.add(words_.count(word));
  ++all_;
  in_sentence_ = true;
}

void TextEncoder::sentence_end() {
  if (in_sentence_) ids_.add(EncodedText::sentence_end);
  in_sentence_ = false;
}

void TextEncoder::join(const TextPart& part) {
  const CountedWords& of = part.words();
  words_.count_all(of, of_part_);
  all_ = std::accumulate(of.counts.begin(), of.counts.end(), all_);
  for (const std::int32_t id : part.ids()) {
    if (id == EncodedText::sentence_end) {
      sentence_end();
    } else {
      ids_.add(of_part_[static_cast<std::size_t>(id)]);
      in_sentence_ = true;
    }
  }
}

std::uint64_t fingerprint_of(const EncodedText& text, std::uint64_t begin) {
  for (std::size_t i = 0; i < text.words.size(); ++i) {
    begin = std::rotl(begin, 5) ^ hash(text.words[i]) ^ text.counts[i];
  }
  return begin;
}

std::string summary(const EncodedText& text) {
  if (text.min_count == 1)
    return fmt::format("{}, {} different", number_of(text.all, "word"), text.distinct);
  return fmt::format("{} words, {} different; {} come {} times or more: {:.1f} % of the text",
                     text.all, text.distinct, text.words.size(), text.min_count,
                     100.0 * static_cast<double>(text.kept) / static_cast<double>(text.all));
}

EncodedText TextEncoder::finish(int min_count, const std::string& name) {
  sentence_end();
  const WordList& words = words_.words;
  const std::vector<std::uint64_t>& counts = words_.counts;
  if (words.empty()) throw UserError(name + ": holds no words; give a text with some");
  EncodedText text;
  const std::uint64_t highest = *std::max_element(counts.begin(), counts.end());
  text.min_count = std::max(1, min_count);
  if (highest < static_cast<std::uint64_t>(text.min_count)) {
    text.notes.push_back(
        fmt::format("{}: no word comes {} times (min-count), so none would be left; {} {} kept",
                    name, text.min_count,
                    words.size() == 1 ? "the only word" : fmt::format("all {} words", words.size()),
                    words.size() == 1 ? "is" : "are"));
    text.min_count = 1;
  }
  std::vector<std::int32_t> order;
  std::size_t letters = 0;
  for (std::size_t id = 0; id < words.size(); ++id) {
    if (counts[id] >= static_cast<std::uint64_t>(text.min_count)) {
      order.push_back(static_cast<std::int32_t>(id));
      letters += words[id].size();
    }
  }
  std::stable_sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
    return counts[static_cast<std::size_t>(a)] > counts[static_cast<std::size_t>(b)];
  });
  text.words.reserve(order.size(), letters);
  text.counts.reserve(order.size());
  std::vector<std::int32_t> table(words.size(), IdStore::dropped);
  for (const std::int32_t id : order) {
    const auto old = static_cast<std::size_t>(id);
    table[old] = text.words.add(words[old]).id;
    text.counts.push_back(counts[old]);
  }
  ids_.map(table);
  text.ids = std::move(ids_);
  text.kept = std::accumulate(text.counts.begin(), text.counts.end(), std::uint64_t{0});
  text.all = all_;
  text.distinct = words.size();
  if (text.words.size() == 1) {
    text.notes.push_back(
        name + ": only one word is left to train, so there is nothing that it could learn from");
  }
  *this = {};
  return text;
}

namespace {

EncodedText encode(ByteSource& source, const WordOptions& options, int min_count,
                   const std::string& name, const ReadingProgress& progress) {
  TextEncoder encoder;
  const WordSplitter::Oddities odd = read_text(source, options, name, progress, encoder);
  const std::vector<std::string> habits = habits_of(encoder.words(), options, name);
  const bool in_parts = options.unit == WordOptions::Unit::pieces;
  EncodedText text = encoder.finish(in_parts ? 1 : min_count, name);
  if (in_parts) text = in_pieces(text, options.pieces, min_count, name);
  note_oddities(odd, name, text);
  text.notes.insert(text.notes.end(), habits.begin(), habits.end());
  return text;
}

}  // namespace

EncodedText encode_text_file(const std::filesystem::path& file, const WordOptions& options,
                             int min_count, const ReadingProgress& progress) {
  return encode(*open_bytes(file), options, min_count, file.string(), progress);
}

EncodedText encode_text(std::string_view text, const WordOptions& options, int min_count,
                        const std::string& name) {
  return encode(*bytes_in_memory(text), options, min_count, name, {});
}

EncodedText encode_corpus(int sentences, std::uint64_t seed, int min_count) {
  const Corpus corpus;
  WordSplitter splitter({});
  TextEncoder encoder;
  corpus.write(sentences, seed, [&](std::string_view piece) { splitter.feed(piece, encoder); });
  splitter.finish(encoder);
  EncodedText text = encoder.finish(min_count, "the corpus of the program");
  for (std::size_t i = 0; i < text.words.size(); ++i) {
    text.groups.push_back(corpus.group(text.words[i]));
  }
  return text;
}

EncodedText encode_sentences(std::span<const std::vector<std::string>> sentences, int min_count) {
  TextEncoder encoder;
  for (const std::vector<std::string>& sentence : sentences) {
    for (const std::string& word : sentence) encoder.word(word);
    encoder.sentence_end();
  }
  return encoder.finish(min_count, "the sentences");
}

}  // namespace glassformer
