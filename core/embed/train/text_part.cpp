#include "core/embed/train/text_part.h"

namespace glassformer {

void TextPart::read(std::string_view bytes, std::uint64_t first_byte, const WordOptions& options) {
  words_ = {};
  counts_.clear();
  ids_.clear();
  WordSplitter splitter(options, first_byte);
  splitter.feed(bytes, *this);
  oddities_ = splitter.oddities();
}

void TextPart::word(std::string_view word) {
  const WordList::Added added = words_.add(word);
  if (added.fresh) {
    counts_.push_back(1);
  } else {
    ++counts_[static_cast<std::size_t>(added.id)];
  }
  ids_.push_back(added.id);
}

void TextPart::sentence_end() {
  if (ids_.empty() || ids_.back() != EncodedText::sentence_end) {
    ids_.push_back(EncodedText::sentence_end);
  }
}

}  // namespace glassformer
