#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/formats/safetensors.h"
#include "core/tensor/error.h"

// Any bytes are either weights or an error that is a sentence. Weights that were read can be
// written, and what was written is read again and written the same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  glassformer::TensorFile content;
  try {
    content = glassformer::parse_safetensors(bytes, "made-up.safetensors");
  } catch (const glassformer::UserError& error) {
    if (std::string_view(error.what()).empty()) std::abort();
    return 0;
  }
  const std::string once = glassformer::safetensors_bytes(content);
  const std::string twice =
      glassformer::safetensors_bytes(glassformer::parse_safetensors(once, "written.safetensors"));
  if (once != twice) std::abort();
  return 0;
}
