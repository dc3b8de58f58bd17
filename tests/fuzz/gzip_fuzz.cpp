#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/formats/byte_source.h"
#include "core/formats/line_reader.h"
#include "core/tensor/error.h"

// Any bytes are either a gzip stream of lines or an error that is a sentence; no more is unpacked
// than is asked for.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    const auto text = glassformer::gunzipped(glassformer::bytes_in_memory(bytes), "made-up.gz");
    glassformer::LineReader lines(*text, "made-up.gz", 1 << 16);
    for (std::string_view line; lines.line() < 10'000 && lines.next(line);) {
    }
  } catch (const glassformer::UserError& error) {
    if (std::string_view(error.what()).empty()) std::abort();
  }
  return 0;
}
