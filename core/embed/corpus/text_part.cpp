#include "core/embed/corpus/text_part.h"

namespace glassformer {

void TextPart::read(std::string_view bytes, std::uint64_t first_byte, const WordOptions& options) {
  words_ = {};
  ids_.clear();
  WordSplitter splitter(options, first_byte);
  splitter.feed(bytes, *this);
  oddities_ = splitter.oddities();
}

void TextPart::word(std::string_view word) {
  ids_.push_back(words_.count(word));
}

void TextPart::sentence_end() {
  if (ids_.empty() || ids_.back() != EncodedText::sentence_end) {
    ids_.push_back(EncodedText::sentence_end);
  }
}

}  // namespace glassformer
