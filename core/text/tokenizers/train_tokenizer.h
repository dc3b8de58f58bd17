#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace glassformer {

// What a tokenizer that is trained here can be.
//   words       whole words, the most frequent ones
//   characters  characters, the most frequent ones
//   bpe         byte pair encoding over characters (Sennrich, Haddow and Birch 2016, section 3.2)
//   bytes       byte pair encoding over bytes, as GPT-2 has it (Radford et al. 2019, section 2.2)
//   wordpiece   the same merges over characters of which all but a word's first are marked by ##,
//               read by the longest match (Wu et al. 2016, section 4.1)
//   unigram     probabilities of pieces, pruned (Kudo 2018, section 3.2; unigram/train_unigram.h)
enum class PieceKind { words, characters, bpe, bytes, wordpiece, unigram };
std::string_view name(PieceKind kind);
std::vector<std::string> piece_kind_names();
PieceKind piece_kind(std::string_view name);  // one of those names
// The files that it is written into: tokenizer.json; of bytes vocab.json and merges.txt, of
// wordpiece vocab.txt and tokenizer_config.json too.
std::vector<std::string> tokenizer_files(PieceKind kind);

struct TrainedTokenizer {
  // By their names, which are tokenizer_files().
  std::vector<std::pair<std::string, std::string>> files;
  std::size_t pieces = 0;  // special ones included
};

// A vocabulary of at most `size` pieces of the text, which must be UTF-8. It is the same every
// time: of words, characters and pieces that are equally frequent the smaller text comes first, and
// of pairs to be merged the one that is greater, the left piece compared first, byte by byte.
// `go_on` is told how many pieces there are; where it returns false, what is learned so far is the
// result. Throws UserError: the size is too small for the kind or too large, or nothing is to be
// learned.
TrainedTokenizer train_tokenizer(std::string_view text, PieceKind kind, int size,
                                 const std::function<bool(std::size_t pieces)>& go_on = {});

}  // namespace glassformer
