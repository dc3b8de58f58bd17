#include "app/cli/vector_trainers.h"

#include <algorithm>
#include <utility>

#include "core/embed/count_trainings.h"
#include "core/models/vectors/nplm_training.h"

namespace glassformer {

namespace {

template <InputRows input>
std::unique_ptr<VectorTraining> make_rows(EncodedTextPtr text, const Word2VecConfig& config,
                                          SkipGramEnginePtr engine, const GoOn&) {
  Word2VecConfig with = config;
  with.input = input;
  return word2vec_training(std::move(text), with, std::move(engine));
}

template <bool biases>
std::unique_ptr<VectorTraining> make_glove(EncodedTextPtr text, const Word2VecConfig& config,
                                           SkipGramEnginePtr, const GoOn& go_on) {
  GloveConfig with;
  with.dim = config.dim;
  with.window = config.window;
  with.epochs = config.epochs;
  if (config.alpha > 0) with.rate = config.alpha;
  with.biases = biases;
  with.seed = config.seed;
  with.threads = config.deterministic ? 1 : config.threads;
  return glove_training(std::move(text), with, go_on);
}

template <LsaConfig::Weighting weighting>
std::unique_ptr<VectorTraining> make_lsa(EncodedTextPtr text, const Word2VecConfig& config,
                                         SkipGramEnginePtr, const GoOn& go_on) {
  LsaConfig with;
  with.dim = config.dim;
  with.window = config.window;
  with.weighting = weighting;
  with.seed = config.seed;
  with.threads = config.threads;
  return lsa_training(std::move(text), with, go_on);
}

std::unique_ptr<VectorTraining> make_nplm(EncodedTextPtr text, const Word2VecConfig& config,
                                          SkipGramEnginePtr, const GoOn&) {
  NplmSettings with;
  with.dim = config.dim;
  with.contexts = config.window;
  with.epochs = config.epochs;
  if (config.alpha > 0) with.rate = config.alpha;
  with.seed = config.seed;
  return nplm_training(std::move(text), with);
}

const VectorTrainer trainers[] = {
    {"sg", make_rows<InputRows::skip_gram>},
    {"cbow", make_rows<InputRows::cbow>},
    {"glove", make_glove<true>, GloveConfig{}.window, GloveConfig{}.epochs},
    {"glove-unbiased", make_glove<false>, GloveConfig{}.window, GloveConfig{}.epochs},
    {"lsa", make_lsa<LsaConfig::Weighting::ppmi>},
    {"lsa-counts", make_lsa<LsaConfig::Weighting::counts>},
    {"nplm", make_nplm, NplmSettings{}.contexts, NplmSettings{}.epochs},
};

}  // namespace

const VectorTrainer* find_vector_trainer(const std::string& name) {
  const auto* const found = std::find_if(std::begin(trainers), std::end(trainers),
                                         [&](const VectorTrainer& t) { return t.name == name; });
  return found == std::end(trainers) ? nullptr : found;
}

std::vector<std::string> vector_trainer_names() {
  std::vector<std::string> names;
  for (const VectorTrainer& trainer : trainers) names.push_back(trainer.name);
  return names;
}

}  // namespace glassformer
