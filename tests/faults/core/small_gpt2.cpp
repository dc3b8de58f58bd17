#include "tests/core/models/small_gpt2.h"

#include "core/formats/file.h"
#include "tests/faults/core/small.h"

namespace glassformer::testing {

void make_gpt2(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  write_file(folder / "config.json", small_gpt2_json);
  TensorFile file;
  file.tensors = small_tensors("transformer.");
  write_safetensors(folder / "model.safetensors", file, Stored::f16);
  write_file(folder / "vocab.txt", "[UNK]\n[CLS]\n[SEP]\nUn\n");
}

}  // namespace glassformer::testing
