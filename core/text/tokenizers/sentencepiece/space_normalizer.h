#pragma once

#include <array>
#include <bitset>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/tokenizers/pipeline/characters_map.h"
#include "core/text/tokenizers/sentencepiece/model_file.h"
#include "core/text/unigram/trie.h"

namespace glassformer {

// What sentencepiece does to a text before it cuts it: characters are rewritten by the rules of the
// model, spaces at the ends go and of several in a row all but one, one is put before the text,
// and each becomes ▁ (Kudo and Richardson 2018, "SentencePiece", section 3).
class SpaceNormalizer {
 public:
  static constexpr std::string_view space = "\xE2\x96\x81";  // ▁

  // Throws UserError naming the file: the rules cannot be read.
  SpaceNormalizer(const SentencePieceModel& model, const std::string& named);

  // Into `normal`, which is emptied first. The text must be UTF-8.
  void apply(std::string_view text, std::string& normal) const;
  // How many bytes a symbol of the user's takes that begins the text; 0: there is none.
  std::size_t user_symbol(std::string_view text) const;

 private:
  struct Next {
    std::string_view becomes;
    std::size_t taken = 0;
  };
  Next next(std::string_view text) const;
  bool is_plain(std::string_view text) const;  // the first byte stays, whatever follows

  std::shared_ptr<const CharactersMap> rules_;
  std::vector<std::string> symbols_;
  PieceTrie symbol_trie_;
  bool dummy_prefix_, remove_spaces_, escape_, space_behind_;
  std::array<std::bitset<256>, 128> pairs_;  // of a first byte and the one behind it: that stays
  std::bitset<128> alone_;                   // as the last byte of a text
};

}  // namespace glassformer
