#pragma once

#include <unordered_map>

#include "core/formats/json_object.h"
#include "core/text/tokenizers/tokenizer.h"

namespace glassformer {

// BERT's tokenizer: the text is cleaned and cut into words at white space, punctuation and Chinese
// characters; each word falls into the longest pieces of the vocabulary from left to right, all but
// the first marked by "##" (Devlin et al. 2019; Wu et al. 2016, section 4.1). A word that cannot be
// cut so, or of more than 100 characters, is [UNK] as a whole.
class WordPiece : public Tokenizer {
 public:
  static constexpr std::string_view type = "word_piece";

  // The pieces by their ids. lower_case: letters are made small and lose their accents, as in the
  // uncased models. Throws UserError naming the file `named`: [UNK], [CLS] or [SEP] is missing.
  WordPiece(std::vector<std::string> pieces, bool lower_case, const std::string& named);

  std::vector<int> encode(std::string_view text) const override;
  std::vector<std::string> split(std::string_view text) const override;  // the pieces
  // With a space before each piece that starts a word; [PAD], [CLS] and [SEP] vanish.
  std::string decode(std::span<const int> ids) const override;
  SpecialIds special() const override;
  std::vector<SpecialText> special_texts() const override;  // [CLS], [MASK] …
  Frame frame() const override;                             // [CLS] … [SEP]
  std::string_view kind() const override { return type; }
  int id(std::string_view piece) const;  // −1 if there is none

  // {"type": "word_piece", "lower_case": true, "pieces": ["[PAD]", …]}
  std::string to_json() const override;
  static TokenizerPtr from_json(const JsonObject& object);

 protected:
  std::vector<int> encode_unlimited(std::string_view text) const override;

 private:
  void cut(const std::vector<std::string_view>& word, std::vector<int>& ids) const;

  bool lower_case_;
  std::unordered_map<std::string, int> ids_;
  int unknown_ = -1;
};

}  // namespace glassformer
