#include "app/cli/model_argument.h"

#include <cstdio>

#include "core/tensor/error.h"

namespace glassformer {

bool names_a_model_file(const std::string& text) {
  return text.find('/') != text.npos || text.ends_with(".safetensors");
}

CheckpointPtr open_model(const std::string& name_or_file) {
  if (!names_a_model_file(name_or_file)) return load_shipped(name_or_file);
  return std::make_shared<const Checkpoint>(load_checkpoint(name_or_file));
}

CheckpointPtr open_translator(const std::string& name_or_file) {
  CheckpointPtr made = open_model(name_or_file);
  if (const std::string what = not_finite(made->params); !what.empty()) {
    std::fprintf(stderr, "glassformer: %s: %s; what it predicts may mean nothing\n",
                 name_or_file.c_str(), what.c_str());
  }
  if (next_token_network(*made).has_encoder()) return made;
  throw UserError(name_or_file +
                  ": this model has no encoder, so it translates nothing; choose a translator");
}

}  // namespace glassformer
