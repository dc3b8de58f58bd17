#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "core/embed/train/encoded_text.h"
#include "core/embed/train/word2vec_config.h"
#include "core/embed/word_vectors.h"

namespace glassformer {

// What `train vectors` asks of a model.
struct VectorRun {
  EncodedTextPtr text;
  Word2VecConfig config;  // of it what the model knows: dim, window, epochs, alpha, seed, threads …
  std::filesystem::path checkpoint;
  bool resume = false;
  // Called a few times a second with the share that is done and what else there is to say; false:
  // stop and give what there is.
  std::function<bool(double done, const std::string& more)> progress;
};

// A model of word vectors, by its name on the command line.
struct VectorTrainer {
  std::string name;
  WordVectors (*train)(const VectorRun&) = nullptr;
  bool resumes = false;  // it keeps checkpoints
};
// Null if there is none of that name.
const VectorTrainer* find_vector_trainer(const std::string& name);
std::vector<std::string> vector_trainer_names();

}  // namespace glassformer
