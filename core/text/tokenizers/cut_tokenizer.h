#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/text/tokenizers/tokenizer.h"

namespace glassformer {

// A tokenizer of whose pieces a network knows the first so many: its others are refused by name.
class CutTokenizer : public Tokenizer {
 public:
  CutTokenizer(TokenizerPtr whole, int known);

  std::vector<int> encode(std::string_view text) const override;
  std::vector<std::string> split(std::string_view text) const override {
    return whole_->split(text);
  }
  std::string decode(std::span<const int> ids) const override { return whole_->decode(ids); }
  SpecialIds special() const override;
  std::vector<SpecialText> special_texts() const override;
  Frame frame() const override { return whole_->frame(); }
  std::string written(int id) const override { return whole_->written(id); }
  std::vector<int> encode_whole(std::string_view text, SpelledOut special) const override;
  std::string_view kind() const override { return whole_->kind(); }
  bool splits_into_words() const override { return whole_->splits_into_words(); }
  std::string to_json() const override { return whole_->to_json(); }

 private:
  std::vector<int> checked(std::vector<int> ids) const;

  TokenizerPtr whole_;
};

}  // namespace glassformer
