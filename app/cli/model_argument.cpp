#include "app/cli/model_argument.h"

namespace glassformer {

bool names_a_model_file(const std::string& text) {
  return text.find('/') != text.npos || text.ends_with(".safetensors");
}

CheckpointPtr open_translator(const std::string& name_or_file) {
  if (!names_a_model_file(name_or_file)) return load_shipped(name_or_file);
  return std::make_shared<const Checkpoint>(load_checkpoint(name_or_file));
}

}  // namespace glassformer
