#pragma once

#include <unordered_map>

#include "core/formats/json_object.h"
#include "core/text/tokenizers/tokenizer.h"

namespace glassformer {

// A list of characters, each its own id, as models are saved that other programs trained on
// characters. Nothing stands for what is not in the list, and nothing for the end of a text.
class CharacterTable : public Tokenizer {
 public:
  static constexpr std::string_view type = "character_table";
  struct Settings {
    std::string begin =
        {};          // the character that begins a text and is in none; empty: there is none
    int length = 0;  // shorter texts are filled up to so many characters …
    std::string filler = {};  // … with this one
  };

  // Throws UserError, naming the file: a piece that is more than one character, fewer than two
  // pieces, a begin mark or a filler that is not in the list, a length beyond max_length.
  static constexpr int max_length = 1 << 16;
  CharacterTable(std::vector<std::string> pieces, Settings settings, const std::string& named);

  std::vector<int> encode(std::string_view text) const override;
  std::vector<std::string> split(std::string_view text) const override;
  std::string decode(std::span<const int> ids) const override;  // with what it was filled up with
  SpecialIds special() const override { return {-1, begin_, -1, -1, -1}; }
  std::string_view kind() const override { return type; }

  // {"type": "character_table", "pieces": ["a", …], "begin": "_", "length": 29, "filler": " "}
  std::string to_json() const override;
  // Throws UserError naming the line and path of whatever is wrong.
  static TokenizerPtr from_json(const JsonObject& object);

 private:
  int find(std::string_view character) const;  // −1: it is not in the list

  Settings settings_;
  std::unordered_map<std::string, int> ids_;
  int begin_ = -1;
};

}  // namespace glassformer
