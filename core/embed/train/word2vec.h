#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "core/embed/corpus/encoded_text.h"
#include "core/embed/engines/skip_gram_engine.h"
#include "core/embed/train/given_words.h"
#include "core/embed/train/word2vec_config.h"
#include "core/embed/vectors/word_vectors.h"

namespace glassformer {

class EngineRun;
class Word2VecState;

// A word2vec training that can stop anywhere and go on. The text is taken in pieces
// (piece_of()); each has random numbers of its own, so that a training which was interrupted goes
// on as if it never was. Not for several threads at once: it starts its own.
class Word2Vec {
 public:
  // Throws UserError for a config that cannot be trained, std::bad_alloc. With an engine that is
  // what trains, as long as it can; then the processor goes on.
  // From given words, the text is one that joined() made.
  Word2Vec(EncodedTextPtr text, const Word2VecConfig& config, SkipGramEnginePtr engine = nullptr,
           const GivenWordsPtr& given = nullptr);
  ~Word2Vec();
  Word2Vec(const Word2Vec&) = delete;
  Word2Vec& operator=(const Word2Vec&) = delete;

  const Word2VecConfig& config() const;
  const EncodedText& text() const;
  std::uint64_t words_done() const;   // of the text, counted again in each epoch
  std::uint64_t words_total() const;  // 0: none, so there is nothing to train
  bool finished() const;
  // Why the engine does not train, or no longer; empty if it does or there is none.
  std::string engine_failure() const;

  // Trains on the next words: at least so many, in whole pieces. Returns the mean loss of an input
  // row's step, estimated from some of them; nan if there was none.
  double train(std::uint64_t words);
  double loss() const;  // as RunningLoss tells it

  // Whether a number of the input rows is infinite or none at all.
  bool diverged() const;
  // The vectors as they are, copied; without those of the subwords, which unknown words need.
  WordVectors snapshot() const;
  // The same of the first words alone (core/embed/vectors/first_words.h).
  WordVectors first(std::size_t words) const;
  // All of it, and without a copy; only the destructor may be called after it.
  WordVectors finish();

  // Everything that train() changes, whole or not at all. restore() throws UserError for a file of
  // another text or another config.
  void save(const std::filesystem::path& file) const;
  void restore(const std::filesystem::path& file);

 private:
  double train_to(std::uint64_t end);
  double train_on_threads(std::uint64_t end);
  void fetch() const;  // the rows, if an engine has them

  std::unique_ptr<Word2VecState> state_;
  std::unique_ptr<EngineRun> engine_;  // null: none was given
};

struct Word2VecProgress {
  std::uint64_t words_done = 0, words_total = 0;
  double loss = 0;              // of the last round
  double words_per_second = 0;  // since the beginning
};

// Trains to the end, or until `progress`, called a few times a second, returns false.
WordVectors train_word2vec(EncodedTextPtr text, const Word2VecConfig& config,
                           const std::function<bool(const Word2VecProgress&)>& progress = {});

}  // namespace glassformer
