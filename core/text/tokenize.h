#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace glassformer {

// The longest sentence: as bytes typed, and as tokens. Attention grows with the square of the
// second.
constexpr std::size_t max_sentence_bytes = 64 * 1024;
constexpr std::size_t max_tokens = 2048;

// Splits a sentence into tokens, in order; each is valid UTF-8 in Unicode's composed form (NFC).
//   - White space separates and is dropped.
//   - Letters, marks and digits make words of any script; an apostrophe or a zero-width joiner
//     between two letters belongs to the word ("didn't"), a dot or comma between two digits to the
//     number ("3.14").
//   - Chinese characters stand alone, one token each: no space parts such words.
//   - Any other sign is a token of its own, together with what modifies it (an emoji and its skin).
//   - <s>, </s>, <eos>, <unk> and the like, [CLS], [SEP] and [MASK] stay whole.
// Throws UserError: bytes that are not UTF-8 (naming the byte), no token at all, more than the
// limits above.
std::vector<std::string> tokenize(std::string_view sentence);

// The same of a text that is not shown as one sentence: any number of tokens, or none.
std::vector<std::string> tokens_of(std::string_view text);

}  // namespace glassformer
