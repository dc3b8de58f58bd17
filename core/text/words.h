#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace glassformer {

// The words and signs of a sentence as translation counts them: the tokens of tokenize(), cut once
// more behind each apostrophe, so that French "l'homme" is "l'" and "homme" and each has a gender
// of its own. An empty sentence has no words, and a long text any number. Throws UserError for
// bytes that are not UTF-8 and for more than max_sentence_bytes.
std::vector<std::string> split_words(std::string_view sentence);

// Words back in a line: no space before . , ; : ? ! … ) ] } or behind ( [ { and an apostrophe at a
// word's end; one space elsewhere. Joins what split_words split wherever the sentence was written
// that way.
std::string join_words(std::span<const std::string> words);

}  // namespace glassformer
