#include "app/cli/model_argument.h"

#include <cstdio>
#include <filesystem>
#include <system_error>

#include "app/files/opening.h"
#include "core/tensor/error.h"

namespace glassformer {

bool names_a_model_file(const std::string& text) {
  return text.find('/') != text.npos || text.ends_with(".safetensors");
}

bool is_model_file(const std::string& name_or_file) {
  std::error_code none;
  return names_a_model_file(name_or_file) ||
         (std::filesystem::exists(name_or_file, none) && !is_shipped_model(name_or_file));
}

CheckpointPtr open_model(const std::string& name_or_file) {
  std::error_code none;
  const bool there = std::filesystem::exists(name_or_file, none);
  if (!is_model_file(name_or_file)) {
    if (there) {
      std::fprintf(stderr,
                   "glassformer: %s is a shipped model, which is taken; the one in this folder "
                   "is ./%s\n",
                   name_or_file.c_str(), name_or_file.c_str());
    }
    return load_shipped(name_or_file);
  }
  // A file within a model's folder stands for the folder.
  const Opening opening = there ? opening_of(name_or_file) : Opening{};
  auto made = std::make_shared<const Checkpoint>(
      load_checkpoint(opening.as == Opening::As::model ? opening.path : name_or_file));
  for (const std::string& note : made->notes) {
    std::fprintf(stderr, "glassformer: %s: %s\n", name_or_file.c_str(), note.c_str());
  }
  return made;
}

CheckpointPtr open_translator(const std::string& name_or_file) {
  CheckpointPtr made = open_model(name_or_file);
  if (const std::string what = not_finite(*made); !what.empty()) {
    std::fprintf(stderr, "glassformer: %s: %s; what it predicts may mean nothing\n",
                 name_or_file.c_str(), what.c_str());
  }
  if (next_token_network(*made).has_encoder()) return made;
  throw UserError(name_or_file +
                  ": this model has no encoder, so it translates nothing; choose a translator");
}

}  // namespace glassformer
