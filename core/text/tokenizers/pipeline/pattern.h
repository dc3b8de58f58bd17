#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/formats/json.h"

namespace glassformer {

// What a Split or a Replace of a tokenizer.json looks for: a text, {"String": " "}, or a regular
// expression, {"Regex": "\\p{L}+"}, as the library Oniguruma reads it with Unicode's classes. PCRE2
// computes the same, with \s, \d and \w brought to Oniguruma's meaning.
class TextPattern {
 public:
  // Throws UserError naming line and path: it is neither, or cannot be read as an expression.
  explicit TextPattern(Json::Value value);
  // A regular expression of our own.
  explicit TextPattern(const std::string& regex);

  struct Span {
    std::size_t begin = 0, end = 0;
    bool match = false;
  };
  // The text as what matches, from left to right, and what lies between. An empty match counts for
  // nothing. Throws UserError for a text with which an expression takes endless.
  std::vector<Span> spans(std::string_view text) const;

 private:
  class Compiled;
  std::string literal_;
  std::shared_ptr<const Compiled> compiled_;
};

}  // namespace glassformer
