#include "core/embed/files/default_vectors.h"

#include <memory>
#include <mutex>
#include <utility>

#include "core/embed/files/group_file.h"
#include "core/embed/files/read_vectors.h"
#include "core/formats/assets.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

std::filesystem::path shipped_file(const char* name) {
  std::filesystem::path file = assets_folder() / "weights" / name;
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) {
    throw UserError(file.string() +
                    ": the word vectors that come with the program are not there; name a file of "
                    "vectors, or make some with 'glassformer train vectors -o FILE'");
  }
  return file;
}

// What kind of thing each word is, for colours. The vectors are as good without.
void add_groups(WordVectors& read) {
  const std::filesystem::path file = assets_folder() / "weights" / "words-real.groups";
  std::error_code none;
  if (!std::filesystem::exists(file, none)) return;
  try {
    read.groups = read_groups(file, read.words);
    read.group_name = "WordNet";
  } catch (const UserError& error) {
    read.warning = error.what();
  }
}

// How they were made assets/weights/README.md says.
WordVectorsPtr read_shipped(const std::filesystem::path& file, const char* origin) {
  WordVectors read = *read_vectors(file);
  read.origin = origin;
  return std::make_shared<const WordVectors>(std::move(read));
}

}  // namespace

std::filesystem::path default_vectors_file() {
  return shipped_file("words.safetensors");
}

WordVectorsPtr default_vectors() {
  static std::mutex mutex;
  static WordVectorsPtr kept;
  const std::lock_guard lock(mutex);
  if (!kept)
    kept = read_shipped(default_vectors_file(),
                        "skip-gram vectors of a small made-up world, shipped with the program");
  return kept;
}

std::filesystem::path real_vectors_file() {
  return shipped_file("words-real.safetensors");
}

WordVectorsPtr real_vectors() {
  static std::mutex mutex;
  static WordVectorsPtr kept;
  const std::lock_guard lock(mutex);
  if (!kept) {
    WordVectors read =
        *read_shipped(real_vectors_file(),
                      "skip-gram vectors of WordNet 3.0 (Copyright 2006 by "
                      "Princeton University), shipped with the program");
    add_groups(read);
    kept = std::make_shared<const WordVectors>(std::move(read));
  }
  return kept;
}

WordVectorsPtr lsa_vectors() {
  static std::mutex mutex;
  static WordVectorsPtr kept;
  const std::lock_guard lock(mutex);
  if (!kept)
    kept = read_shipped(shipped_file("words-lsa.safetensors"),
                        "LSA of the same made-up world, shipped with the program");
  return kept;
}

}  // namespace glassformer
