#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/embed/corpus/counted_words.h"
#include "core/embed/corpus/id_store.h"
#include "core/embed/corpus/word_splitter.h"
#include "core/embed/vectors/word_list.h"

namespace glassformer {

// A text as the numbers of its words, and its vocabulary: the most frequent word is 0, of equals
// the one that came first. Never changes; read() may be called from any thread.
struct EncodedText {
  static constexpr std::int32_t sentence_end = -1;

  WordList words;
  std::vector<std::uint64_t> counts;  // of each word of the vocabulary
  std::vector<std::string> groups;    // of each word, for colours; empty: none
  IdStore ids;                        // words of the vocabulary and sentence ends, as they come
  std::uint64_t kept = 0;             // words of the text that are in the vocabulary
  std::uint64_t all = 0;              // words of the text
  std::uint64_t distinct = 0;         // different ones
  int min_count = 1;                  // a word less frequent is not in the vocabulary
  std::vector<std::string> notes;     // what was odd, a sentence each
};
using EncodedTextPtr = std::shared_ptr<const EncodedText>;

// Tells texts apart: `begin`, which stands for whatever else is to be the same, mixed with the
// words and how often they come.
std::uint64_t fingerprint_of(const EncodedText& text, std::uint64_t begin);

// "1234 words, 321 different; 98 come 5 times or more: 91.3 % of the text"; where all
// are kept, without the rest
std::string summary(const EncodedText& text);

class TextPart;

// Takes words one by one; what it holds in memory grows with the vocabulary alone.
class TextEncoder : public WordSplitter::Taker {
 public:
  void word(std::string_view word) override;
  void sentence_end() override;
  // All words of a part, as if they came one by one.
  void join(const TextPart& part);
  // Drops the words that come less than `min_count` times. Where that would be all, keeps all and
  // says so. Throws UserError if there is no word; `name` stands in its message.
  EncodedText finish(int min_count, const std::string& name);
  const CountedWords& words() const { return words_; }

 private:
  CountedWords words_;
  IdStore ids_;
  std::vector<std::int32_t> of_part_;  // the number of each word of a part; reused
  std::uint64_t all_ = 0;
  bool in_sentence_ = false;
};

// Called now and then with the share of the file that was read; false stops.
using ReadingProgress = std::function<bool(double share)>;

// A UTF-8 text file of any size, or a packed one (core/formats/byte_source.h); a line is a
// sentence. Throws UserError: no file, UTF-16, binary data, no words, and where the progress said
// stop.
EncodedText encode_text_file(const std::filesystem::path& file, const WordOptions& options,
                             int min_count, const ReadingProgress& progress = {});
// The same from memory.
EncodedText encode_text(std::string_view text, const WordOptions& options, int min_count,
                        const std::string& name);
// The text that comes with the program (core/text/corpus.h), with the groups of its words.
EncodedText encode_corpus(int sentences, std::uint64_t seed, int min_count);
EncodedText encode_sentences(std::span<const std::vector<std::string>> sentences, int min_count);

}  // namespace glassformer
