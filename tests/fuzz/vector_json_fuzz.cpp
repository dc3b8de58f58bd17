#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/embed/files/vector_readers.h"
#include "core/formats/byte_reader.h"
#include "core/tensor/error.h"

// Any bytes are either vectors, one for each word, or an error that is a sentence.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    for (const std::size_t limit : {0, 3}) {
      glassformer::ByteReader in(glassformer::bytes_in_memory(bytes), "made-up");
      const glassformer::WordVectors v = glassformer::read_vector_json(in, limit);
      const bool whole = v.words.size() == v.vectors.count() && v.words.size() > 0 && v.dim() > 0;
      if (!whole || (limit > 0 && v.words.size() > limit)) std::abort();
    }
  } catch (const glassformer::UserError& error) {
    if (std::string_view(error.what()).empty()) std::abort();
  }
  return 0;
}
