#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/formats/json_object.h"
#include "core/text/tokenizers/pipeline/normalizer.h"

namespace glassformer {

// A piece that is found in the text before anything else is done to it: an entry of "added_tokens".
struct AddedToken {
  std::string text;
  int id = -1;
  bool special = false;       // read as text where special tokens are
  bool single_word = false;   // only where no letter or digit touches it
  bool strip_left = false;    // takes the white space before it
  bool strip_right = false;   // and behind it
  bool normalized = true;     // found in the text as it is normalised
  std::string found_as = {};  // the text, normalised where it is
};

// A stretch of the text: such a piece, or text between two (−1).
struct AddedStretch {
  std::size_t begin = 0, end = 0;
  int id = -1;
};

class AddedTokens {
 public:
  // The entries of "added_tokens". Throws UserError naming line and path.
  AddedTokens(const JsonObject& root, const Normalizer& normalizer);

  const std::vector<AddedToken>& all() const { return tokens_; }
  bool any(bool normalized) const { return any_[normalized ? 1 : 0]; }
  // The text cut at those that are in it, from left to right, of those that begin together at the
  // longest; `normalized` says which of the two kinds is looked for, `special` whether special ones
  // are as well.
  std::vector<AddedStretch> stretches(std::string_view text, bool normalized, bool special) const;

 private:
  const AddedToken* longest(std::string_view text, bool normalized) const;  // at its beginning

  std::vector<AddedToken> tokens_;
  std::array<bool, 2> any_{};
  // The numbers of those that begin with a byte, for both kinds.
  std::array<std::array<std::vector<int>, 256>, 2> begin_with_;
};

}  // namespace glassformer
