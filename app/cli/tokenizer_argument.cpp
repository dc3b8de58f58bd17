#include "app/cli/tokenizer_argument.h"

#include <filesystem>

#include "app/cli/model_argument.h"
#include "app/files/opening.h"
#include "core/tensor/error.h"
#include "core/text/tokenizers/open_tokenizer.h"

namespace glassformer {

TokenizerPtr open_tokenizer_or_model(const std::string& name_or_path, bool target) {
  const std::string path = without_tilde(name_or_path);
  std::error_code none;
  const bool model = !std::filesystem::exists(path, none) || path.ends_with(".safetensors");
  if (!model) return open_tokenizer(path);
  const CheckpointPtr checkpoint = open_model(path);
  if (checkpoint->tokenizers.empty()) {
    throw UserError(name_or_path +
                    ": this model has no tokenizer, so it takes ids, not text; name the folder or "
                    "the file that has one");
  }
  return target ? checkpoint->tokenizers.back() : checkpoint->tokenizers.front();
}

}  // namespace glassformer
