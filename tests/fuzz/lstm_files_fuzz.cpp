#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/models/lstm_files.h"
#include "core/tensor/error.h"

// Any bytes, up to the first 0 as a vocabulary.json and behind it as weights, are a model or an
// error that is a sentence.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace glassformer;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::size_t end = bytes.find('\0');
  if (end == bytes.npos) return 0;
  try {
    import_lstm(parse_safetensors(bytes.substr(end + 1), "model.safetensors"), "model.safetensors",
                bytes.substr(0, end), "vocabulary.json");
  } catch (const UserError& error) {
    if (std::string_view(error.what()).empty()) std::abort();
  }
  return 0;
}
