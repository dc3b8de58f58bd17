#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/models/hugging_face.h"
#include "core/tensor/error.h"

// Any bytes as a config.json are a model, or an error that is a sentence: with no tensors beside it
// nothing may be taken that the file merely claims. The first byte says whether some tensors are
// there, so that names and shapes are looked at too.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace glassformer;
  if (size == 0) return 0;
  const std::string_view config(reinterpret_cast<const char*>(data + 1), size - 1);
  std::vector<NamedTensor> tensors;
  if (data[0] % 2 == 1) {
    tensors.push_back({"wte.weight", {5, 4}, Mat(5, 4, 1)});
    tensors.push_back({"embeddings.word_embeddings.weight", {5, 4}, Mat(5, 4, 1)});
    tensors.push_back({"pooler.dense.weight", {4, 4}, Mat(4, 4, 1)});
    tensors.push_back({"model.embed_tokens.weight", {5, 4}, Mat(5, 4, 1)});
    tensors.push_back({"model.layers.0.self_attn.q_proj.bias", {4}, Mat(1, 4, 1)});
  }
  try {
    import_hugging_face(config, "config.json", std::move(tensors), "model.safetensors");
  } catch (const UserError& error) {
    if (std::string_view(error.what()).empty()) std::abort();
  }
  return 0;
}
