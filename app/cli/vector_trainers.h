#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/cli/command_options.h"
#include "core/embed/train/keep_going.h"
#include "core/embed/train/vector_training.h"
#include "core/train/nplm_training.h"

namespace glassformer {

// What the command can be told of any model.
struct VectorOptions : Word2VecConfig {
  int hidden = NplmSettings{}.hidden;
  bool direct = NplmSettings{}.direct;
  GivenWordsPtr given;  // null: all words begin at random
};

// A model of word vectors, by its name on the command line.
struct VectorTrainer {
  std::string name;
  // Of the options it takes what it knows: dim, window, epochs, alpha, seed, threads …
  // The engine, which may be null, trains if the model is one for it. Models on counts ask whether
  // to go on while they count.
  std::unique_ptr<VectorTraining> (*make)(EncodedTextPtr text, const VectorOptions& options,
                                          SkipGramEnginePtr engine, const KeepGoing& keep_going);
  // What it takes unless it is told otherwise.
  int window = 5, epochs = 5;
  // Options of the command that it does not read.
  std::vector<std::string> foreign = {};
};
// Null if there is none of that name.
const VectorTrainer* find_vector_trainer(const std::string& name);
std::vector<std::string> vector_trainer_names();
// Says on standard error which options were given though the model does not read them. Throws
// UserError for those that ask for another model.
void check_options(const VectorTrainer& trainer, const Word2VecConfig& config,
                   const CommandOptions& given);

}  // namespace glassformer
