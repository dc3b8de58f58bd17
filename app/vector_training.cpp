#include "app/vector_training.h"

#include <utility>

#include "app/vector_engines.h"
#include "core/embed/evaluate.h"
#include "core/embed/questions.h"
#include "core/embed/train/encoded_text.h"
#include "core/formats/byte_source.h"
#include "core/text/corpus.h"

namespace glassformer {

namespace {

constexpr std::uint64_t kSeed = 1;

// Another training, whose vectors also say to which group each word belongs.
class Grouped : public VectorTraining {
 public:
  Grouped(std::unique_ptr<VectorTraining> training, std::vector<std::string> groups)
      : training_(std::move(training)), groups_(std::move(groups)) {}

  double train(std::uint64_t amount) override { return training_->train(amount); }
  std::uint64_t done() const override { return training_->done(); }
  std::uint64_t total() const override { return training_->total(); }
  std::string counted() const override { return training_->counted(); }
  std::string described() const override { return training_->described(); }
  std::string fallback() const override { return training_->fallback(); }
  WordVectors snapshot() const override {
    WordVectors vectors = training_->snapshot();
    vectors.groups = groups_;
    return vectors;
  }
  void save(const std::filesystem::path& file) const override { training_->save(file); }
  void restore(const std::filesystem::path& file) override { training_->restore(file); }

 private:
  std::unique_ptr<VectorTraining> training_;
  std::vector<std::string> groups_;
};

std::unique_ptr<VectorTraining> make_training(const Word2VecConfig& config,
                                              const std::shared_ptr<Backend>& backend) {
  const Corpus corpus;
  // The same for every training: starting over begins at once.
  static const EncodedTextPtr text = std::make_shared<const EncodedText>(
      encode_text(corpus.text(Corpus::usual_sentences, kSeed), {}, 1, "the default corpus"));
  std::vector<std::string> groups;
  for (std::size_t w = 0; w < text->words.size(); ++w) {
    groups.push_back(corpus.group(text->words[w]));
  }
  SkipGramEnginePtr engine = why_no_engine(config).empty() ? skip_gram_engine(backend) : nullptr;
  return std::make_unique<Grouped>(word2vec_training(text, config, std::move(engine)),
                                   std::move(groups));
}

}  // namespace

Word2VecConfig window_training_config() {
  Word2VecConfig config;
  config.dim = 50;
  config.seed = kSeed;
  return config;
}

std::shared_ptr<VectorTrainingJob> corpus_vector_training(const Word2VecConfig& config,
                                                          const std::shared_ptr<Backend>& backend) {
  VectorTrainingPace pace;
  pace.round = 20'000;
  pace.score_every = 0.02;
  pace.score = [sections = std::vector<QuestionSection>()](const WordVectors& vectors) mutable {
    if (sections.empty()) {
      const std::string questions = Corpus().questions();
      sections = read_questions(*bytes_in_memory(questions), "the default corpus");
    }
    return evaluate_analogies(vectors, sections).accuracy();
  };
  return std::make_shared<VectorTrainingJob>(
      [config, backend] { return make_training(config, backend); }, std::move(pace));
}

}  // namespace glassformer
