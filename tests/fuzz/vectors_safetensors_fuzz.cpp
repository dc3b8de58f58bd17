#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "core/embed/files/vector_readers.h"
#include "core/tensor/error.h"

// Any bytes are either vectors, one for each word, or an error that is a sentence.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    // Where a tensor begins depends on where the bytes do: they are copied to a place of their own.
    const auto kept = std::make_shared<const std::string>(bytes);
    for (const std::size_t limit : {0, 2}) {
      const glassformer::WordVectors v =
          glassformer::read_safetensors_vectors(*kept, kept, "made-up.safetensors", limit);
      if (v.words.size() != v.vectors.count() || v.dim() == 0) std::abort();
      float sum = 0;  // every cell is there
      for (std::size_t r = 0; r < v.vectors.count(); ++r) {
        for (const float cell : v.vectors[r]) sum += cell;
      }
      if (sum == 12345.678F) std::abort();
    }
  } catch (const glassformer::UserError& error) {
    if (std::string_view(error.what()).empty()) std::abort();
  }
  return 0;
}
