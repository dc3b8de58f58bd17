#include "core/embed/files/default_vectors.h"

#include <memory>
#include <mutex>
#include <utility>

#include "core/embed/files/read_vectors.h"
#include "core/formats/assets.h"
#include "core/tensor/error.h"

namespace glassformer {

std::filesystem::path default_vectors_file() {
  std::filesystem::path file = assets_folder() / "weights" / "words.safetensors";
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) {
    throw UserError(file.string() +
                    ": the word vectors that come with the program are not there; name a file of "
                    "vectors, or make some with 'glassformer train vectors -o FILE'");
  }
  return file;
}

WordVectorsPtr default_vectors() {
  static std::mutex mutex;
  static WordVectorsPtr kept;
  const std::lock_guard lock(mutex);
  if (!kept) {
    WordVectors read = *read_vectors(default_vectors_file());
    // A later version of the program, or another processor, adds in another order.
    read.origin = "made once by: " + read.origin;
    kept = std::make_shared<const WordVectors>(std::move(read));
  }
  return kept;
}

}  // namespace glassformer
