#include "core/embed/train/vector_training.h"

#include <utility>

#include "core/embed/train/word2vec.h"
#include "core/embed/vectors/first_words.h"

namespace glassformer {

namespace {

class OfWord2Vec : public VectorTraining {
 public:
  OfWord2Vec(EncodedTextPtr text, const Word2VecConfig& config, SkipGramEnginePtr engine,
             const GivenWordsPtr& given)
      : training_(std::move(text), config, std::move(engine), given) {}
  double train(std::uint64_t amount) override { return training_.train(amount); }
  double loss() const override { return training_.loss(); }
  std::uint64_t done() const override { return training_.words_done(); }
  std::uint64_t total() const override { return training_.words_total(); }
  std::string described() const override { return glassformer::described(training_.config()); }
  std::string fallback() const override { return training_.engine_failure(); }
  bool diverged() const override { return training_.diverged(); }
  WordVectors snapshot() const override { return training_.snapshot(); }
  WordVectors first(std::size_t words) const override { return training_.first(words); }
  WordVectors finish() override { return training_.finish(); }
  void save(const std::filesystem::path& file) const override { training_.save(file); }
  void restore(const std::filesystem::path& file) override { training_.restore(file); }

 private:
  Word2Vec training_;
};

}  // namespace

WordVectors VectorTraining::first(std::size_t words) const {
  return first_words(snapshot(), words);
}

std::unique_ptr<VectorTraining> word2vec_training(EncodedTextPtr text, const Word2VecConfig& config,
                                                  SkipGramEnginePtr engine,
                                                  const GivenWordsPtr& given) {
  return std::make_unique<OfWord2Vec>(std::move(text), config, std::move(engine), given);
}

}  // namespace glassformer
