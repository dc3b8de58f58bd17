#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/embed/corpus/counted_words.h"
#include "core/embed/corpus/encoded_text.h"
#include "core/embed/corpus/word_splitter.h"

namespace glassformer {

// A part of a text as numbers of its own words: parts can be made at the same time, and their few
// words find room near the processor. Begins and ends between words, so that joined in the order of
// the text they are what one reader would have made.
class TextPart : private WordSplitter::Taker {
 public:
  // Starts over with these bytes, `first_byte` of the whole text being their first; the last is
  // white space, and so is what stands before the first.
  void read(std::string_view bytes, std::uint64_t first_byte, const WordOptions& options);

  const CountedWords& words() const { return words_; }
  // Words, and EncodedText::sentence_end between them, also before the first.
  const std::vector<std::int32_t>& ids() const { return ids_; }
  const WordSplitter::Oddities& oddities() const { return oddities_; }

 private:
  void word(std::string_view word) override;
  void sentence_end() override;

  CountedWords words_;
  std::vector<std::int32_t> ids_;
  WordSplitter::Oddities oddities_;
};

}  // namespace glassformer
