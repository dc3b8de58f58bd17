#include "core/embed/default_vectors.h"

#include <filesystem>
#include <mutex>

#include "core/embed/files/read_vectors.h"
#include "core/formats/assets.h"
#include "core/tensor/error.h"

namespace glassformer {

WordVectorsPtr default_vectors() {
  static std::mutex mutex;
  static WordVectorsPtr kept;
  const std::lock_guard lock(mutex);
  if (kept) return kept;
  const std::filesystem::path file = assets_folder() / "weights" / "words.safetensors";
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) {
    throw UserError(file.string() +
                    ": the word vectors that come with the program are not there; name a file of "
                    "vectors, or make some with 'glassformer train vectors -o FILE'");
  }
  kept = read_vectors(file);
  return kept;
}

}  // namespace glassformer
