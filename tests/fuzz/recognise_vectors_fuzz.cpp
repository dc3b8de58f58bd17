#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/embed/files/read_vectors.h"
#include "core/formats/byte_reader.h"
#include "core/tensor/error.h"

// Any bytes are one of the formats, or an error that is a sentence.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    glassformer::ByteReader in(glassformer::bytes_in_memory(bytes), "made-up");
    const glassformer::VectorFormat format = glassformer::recognise_vectors(in);
    if (glassformer::name_of(format).empty()) std::abort();
  } catch (const glassformer::UserError& error) {
    if (std::string_view(error.what()).empty()) std::abort();
  }
  return 0;
}
