#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "core/embed/corpus/encoded_text.h"
#include "core/embed/train/alias_table.h"
#include "core/embed/train/given_words.h"
#include "core/embed/train/running_loss.h"
#include "core/embed/train/subword_rows.h"
#include "core/embed/train/word2vec_config.h"
#include "core/embed/vectors/rows.h"
#include "core/tensor/huffman.h"

namespace glassformer {

// What the threads of a training share. They change the rows without asking each other; all else
// stays as it is.
class Word2VecState {
 public:
  // From given words, if there are any, the text being joined with theirs; throws UserError where
  // check() of the two does.
  Word2VecState(EncodedTextPtr text, const Word2VecConfig& config, const GivenWordsPtr& given = {});

  const EncodedTextPtr text;
  const Word2VecConfig config;
  const std::uint64_t piece;  // numbers of the text
  const std::uint64_t pieces_of_epoch;
  const std::uint64_t pieces;           // of all epochs
  std::atomic<std::uint64_t> next = 0;  // the piece to be taken next: sets the learning rate too
  SubwordRows subwords;                 // empty: each word has its own row alone
  std::vector<std::uint32_t> keep;      // of 2³², how often a word is kept
  HuffmanTree tree;                     // made before the rows take their room
  RowsBuilder inputs;                   // words, then buckets of subwords
  RowsBuilder outputs;                  // words; or the inner nodes of the tree
  AliasTable noise;
  std::vector<bool> held;  // the words whose rows do not move; empty: all move
  RunningLoss loss;        // of the rounds, for one thread to change

  // So many of the last outputs are the inner nodes that most words have on their way, eight levels
  // of a large tree: every step moves some of them. None as published: there they are rows like all
  // others.
  std::size_t near_root() const;
  bool holds(std::int32_t word) const {
    return !held.empty() && held[static_cast<std::size_t>(word)];
  }
  // The learning rate where so many pieces are done.
  float alpha_at(double pieces_done) const;

 private:
  void begin_from(const GivenWords& given);
};

}  // namespace glassformer
