#include "core/text/tokenizers/cut_tokenizer.h"

#include <fmt/format.h>

#include <utility>

#include "core/formats/json.h"
#include "core/tensor/error.h"

namespace glassformer {

CutTokenizer::CutTokenizer(TokenizerPtr whole, int known)
    : Tokenizer({whole->pieces().begin(), whole->pieces().begin() + known}),
      whole_(std::move(whole)) {}

std::vector<int> CutTokenizer::encode(std::string_view text) const {
  return checked(whole_->encode(text));
}

std::vector<int> CutTokenizer::encode_whole(std::string_view text, SpelledOut special) const {
  return checked(whole_->encode_whole(text, special));
}

std::vector<SpecialText> CutTokenizer::special_texts() const {
  std::vector<SpecialText> known = whole_->special_texts();
  std::erase_if(known, [&](const SpecialText& one) { return one.id >= size(); });
  return known;
}

std::vector<int> CutTokenizer::checked(std::vector<int> ids) const {
  for (const int id : ids) {
    if (id < size()) continue;
    throw UserError(fmt::format(
        "the text needs the piece {} ({}), for which the model has no row; it knows the pieces 0 "
        "to {}, so leave that out",
        json_string(excerpt(whole_->pieces()[static_cast<std::size_t>(id)], 40)), id, size() - 1));
  }
  return ids;
}

SpecialIds CutTokenizer::special() const {
  SpecialIds ids = whole_->special();
  for (int* const id : {&ids.padding, &ids.begin, &ids.end, &ids.unknown, &ids.mask}) {
    if (*id >= size()) *id = -1;
  }
  return ids;
}

}  // namespace glassformer
