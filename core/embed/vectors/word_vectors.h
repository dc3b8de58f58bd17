#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/embed/vectors/rows.h"
#include "core/embed/vectors/word_list.h"

namespace glassformer {

struct Subwords;

// What a table tells of each word: "part of speech", "year".
struct WordColumn {
  std::string name;
  std::vector<std::string> cells;  // as many as words
};

// Words as points: what every training makes, every file of vectors holds, and every view reads.
// Never changes once it is shared.
struct WordVectors {
  WordList words;
  Rows vectors;  // words × dim: what is meant by "the vector of a word"
  Rows outputs;  // words × dim: the output (context) vectors of word2vec and GloVe; may be empty
  std::vector<std::uint64_t> counts;         // how often each word was seen; empty: not known
  std::vector<std::string> groups;           // of each word, for colours: "country"; empty: none
  std::string group_name;                    // what a table calls these: "category"; may be empty
  std::vector<WordColumn> columns;           // what else a table told of the words, for colours
  std::shared_ptr<const Subwords> subwords;  // makes vectors of unknown words; null: it cannot
  std::string origin;                        // the file, or the command and the seed
  std::string warning;  // what reading it found odd, one sentence; empty: nothing

  std::size_t dim() const { return vectors.dim(); }
};
using WordVectorsPtr = std::shared_ptr<const WordVectors>;

}  // namespace glassformer
