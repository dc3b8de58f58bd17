#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace glassformer {

// BERT's tokenizer: the text is cleaned and cut into words at white space, punctuation and Chinese
// characters; each word falls into the longest pieces of the vocabulary from left to right, all but
// the first marked by "##" (Devlin et al. 2019; Wu et al. 2016, §4.1). A word that cannot be
// cut so, or of more than 100 characters, is [UNK] as a whole.
class WordPiece {
 public:
  static constexpr int most_pieces = 1'000'000;

  // One piece per line, its id the number of the line from 0. lower_case: letters are made small
  // and lose their accents, as in the uncased models. Throws UserError naming file and line for
  // what is no UTF-8, blank or there twice, and where [UNK], [CLS] or [SEP] is missing.
  static WordPiece read(const std::filesystem::path& vocabulary, bool lower_case);
  static WordPiece from_text(std::string_view vocabulary, bool lower_case,
                             const std::string& named);

  // The ids of a UTF-8 text, without [CLS] and [SEP]; such names in the text are plain text.
  // Throws UserError for what is not UTF-8 or longer than most_sentence_bytes.
  std::vector<int> encode(std::string_view text) const;
  // The pieces with a space before each that starts a word; [PAD], [CLS] and [SEP] vanish. Throws
  // UserError for ids outside the vocabulary.
  std::string decode(std::span<const int> ids) const;

  int size() const { return static_cast<int>(pieces_.size()); }
  const std::vector<std::string>& pieces() const { return pieces_; }
  int id(std::string_view piece) const;  // −1 if there is none

 private:
  void cut(const std::vector<std::string_view>& word, std::vector<int>& ids) const;

  bool lower_case_ = true;
  std::vector<std::string> pieces_;
  std::unordered_map<std::string, int> ids_;
  int unknown_ = -1;
};

}  // namespace glassformer
