#pragma once

#include <filesystem>
#include <string>

#include "core/models/checkpoint.h"

namespace glassformer {

class Jobs;

// The model that learned in the window outlasts it, in this folder. Where none did, an earlier one
// stays. Throws UserError.
void keep_trained_model(const Jobs& jobs, const std::filesystem::path& folder);

struct KeptModel {
  CheckpointPtr model;   // null: none is kept, or it cannot be read
  std::string name;      // "EN → FR, kept"
  bool is_news = false;  // nobody has been told of it yet
};
KeptModel kept_model(const std::filesystem::path& folder);

// The same for word vectors that learned in the window: they are a file like any other.
void keep_trained_vectors(const Jobs& jobs, const std::filesystem::path& folder);
struct KeptVectors {
  std::filesystem::path file;  // empty: none are kept
  bool is_news = false;
};
KeptVectors kept_vectors(const std::filesystem::path& folder);

// And for a language model that was pre-trained in the window, with its moments: a recording, which
// *Pre-train it* opens.
void keep_pretraining(const Jobs& jobs, const std::filesystem::path& folder);
struct KeptPretraining {
  std::filesystem::path file;  // empty: none is kept
  bool is_news = false;
};
KeptPretraining kept_pretraining(const std::filesystem::path& folder);

}  // namespace glassformer
