#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/embed/corpus/encoded_text.h"
#include "core/embed/engines/skip_gram_engine.h"
#include "core/embed/train/given_words.h"
#include "core/embed/train/word2vec_config.h"
#include "core/embed/vectors/word_vectors.h"

namespace glassformer {

// Any training of word vectors that goes on in rounds, for whoever runs it: a job, a command. What
// is counted are words read, or cells, pairs or epochs, whatever the model goes through.
class VectorTraining {
 public:
  virtual ~VectorTraining() = default;
  // At least so many of what is counted. Returns the mean loss of the round, nan if there is none.
  virtual double train(std::uint64_t amount) = 0;
  // Of the rounds so far, those before a stop too, as RunningLoss tells it; nan if there is none.
  virtual double loss() const = 0;
  virtual std::uint64_t done() const = 0;
  virtual std::uint64_t total() const = 0;
  bool finished() const { return done() >= total(); }
  // 0 to 1
  double share() const { return static_cast<double>(done()) / static_cast<double>(total()); }
  virtual std::string counted() const { return "words"; }
  virtual std::string described() const = 0;  // "skip-gram, 5 negatives, …"
  // Why the CPU trains though something else was to: a sentence, empty if it is as was asked.
  virtual std::string fallback() const { return {}; }
  // What there is to say of a text of one's own, a sentence each.
  virtual std::vector<std::string> notes() const { return {}; }
  // Whether a number of the vectors is infinite or none at all: then they are no use to anybody.
  virtual bool diverged() const = 0;
  // The vectors as they are, copied.
  virtual WordVectors snapshot() const = 0;
  // Of the first words alone, those that come most often, as first_words() has them: much less is
  // copied.
  virtual WordVectors first(std::size_t words) const;
  // The same at the end, without a copy where it can be spared; only the destructor may be called
  // after it.
  virtual WordVectors finish() { return snapshot(); }
  // A file that restore() of an equal training goes on from. Throws UserError.
  virtual void save(const std::filesystem::path& file) const = 0;
  virtual void restore(const std::filesystem::path& file) = 0;
};

// Throws UserError for a config that cannot be trained. The engine trains as long as it can. From
// given words the text is one that joined() made.
std::unique_ptr<VectorTraining> word2vec_training(EncodedTextPtr text, const Word2VecConfig& config,
                                                  SkipGramEnginePtr engine = nullptr,
                                                  const GivenWordsPtr& given = nullptr);

}  // namespace glassformer
