#include "app/cli/vector_trainers.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "app/cli/command_options.h"
#include "core/embed/count_based/trainings.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

template <InputRows input>
std::unique_ptr<VectorTraining> make_rows(EncodedTextPtr text, const VectorOptions& config,
                                          SkipGramEnginePtr engine, const KeepGoing&) {
  VectorOptions with = config;
  with.input = input;
  return word2vec_training(std::move(text), with, std::move(engine), config.given);
}

template <bool biases>
std::unique_ptr<VectorTraining> make_glove(EncodedTextPtr text, const VectorOptions& config,
                                           SkipGramEnginePtr, const KeepGoing& keep_going) {
  GloveConfig with;
  with.dim = config.dim;
  with.window = config.window;
  with.epochs = config.epochs;
  if (config.alpha > 0) with.rate = config.alpha;
  with.biases = biases;
  with.seed = config.seed;
  with.threads = config.deterministic ? 1 : config.threads;
  return glove_training(std::move(text), with, keep_going);
}

template <LsaConfig::Weighting weighting>
std::unique_ptr<VectorTraining> make_lsa(EncodedTextPtr text, const VectorOptions& config,
                                         SkipGramEnginePtr, const KeepGoing& keep_going) {
  LsaConfig with;
  with.dim = config.dim;
  with.window = config.window;
  with.weighting = weighting;
  with.seed = config.seed;
  with.threads = config.threads;
  return lsa_training(std::move(text), with, keep_going);
}

std::unique_ptr<VectorTraining> make_nplm(EncodedTextPtr text, const VectorOptions& config,
                                          SkipGramEnginePtr, const KeepGoing&) {
  NplmSettings with;
  with.dim = config.dim;
  with.contexts = config.window;
  with.hidden = config.hidden;
  with.direct = config.direct;
  with.epochs = config.epochs;
  if (config.alpha > 0) with.rate = config.alpha;
  with.seed = config.seed;
  return nplm_training(std::move(text), with);
}

using Names = std::vector<std::string>;
const Names of_word2vec{"--loss",    "--subwords",      "--shortest",  "--longest",
                        "--buckets", "--fixed-window",  "--negative",  "--noise-power",
                        "--sample",  "--true-gradient", "--alpha-end", "--published"};
const Names of_nplm{"--hidden", "--direct"};

Names with(Names names, const Names& more) {
  names.insert(names.end(), more.begin(), more.end());
  return names;
}

const Names not_of_counts = with(of_word2vec, of_nplm);
const Names not_of_svd = with(not_of_counts, {"--epochs", "--alpha"});

const VectorTrainer trainers[] = {
    {"sg", make_rows<InputRows::skip_gram>},
    {"cbow", make_rows<InputRows::cbow>},
    {"glove", make_glove<true>, GloveConfig{}.window, GloveConfig{}.epochs, not_of_counts},
    {"glove-unbiased", make_glove<false>, GloveConfig{}.window, GloveConfig{}.epochs,
     not_of_counts},
    {"lsa", make_lsa<LsaConfig::Weighting::ppmi>, 5, 5, not_of_svd},
    {"lsa-counts", make_lsa<LsaConfig::Weighting::counts>, 5, 5, not_of_svd},
    {"nplm", make_nplm, NplmSettings{}.contexts, NplmSettings{}.epochs, of_word2vec},
};

std::string idle(const std::string& name, const std::string& where) {
  return name + " does nothing with " + where;
}

// A warning, not an error: whoever compares models gives all of them the same options.
void tell_idle(const CommandOptions& given, const Names& names, const std::string& where) {
  for (const std::string& name : names) {
    if (given.count(name) > 0) {
      std::fprintf(stderr, "glassformer: %s\n", idle(name, where).c_str());
    }
  }
}

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

void check_options(const VectorTrainer& trainer, const Word2VecConfig& config,
                   const CommandOptions& given) {
  if (!trainer.foreign.empty()) {
    const std::string where = "--model " + trainer.name;
    // These ask for another model.
    if (config.objective != Objective::negative_sampling) {
      throw UserError(idle("--loss", where) + "; leave it out");
    }
    if (config.subwords.on) throw UserError(idle("--subwords", where) + "; leave it out");
    if (given.count("--from") > 0) throw UserError(idle("--from", where) + "; leave it out");
    return tell_idle(given, trainer.foreign, where);
  }
  tell_idle(given, of_nplm, "--model " + trainer.name);
  if (given.count("--from") == 0) tell_idle(given, {"--learn"}, "no vectors to begin from, --from");
  if (config.objective != Objective::negative_sampling) {
    tell_idle(given, {"--negative", "--noise-power"}, "--loss hs or softmax");
  }
  if (!config.subwords.on) {
    tell_idle(given, {"--shortest", "--longest", "--buckets"}, "words alone, without --subwords");
    if (trainer.name == "sg") {
      tell_idle(given, {"--true-gradient"}, "--model sg, which takes no mean without --subwords");
    }
  }
}

}  // namespace glassformer
