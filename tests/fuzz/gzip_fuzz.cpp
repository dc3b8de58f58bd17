#include <zlib.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/formats/byte_source.h"
#include "core/formats/line_reader.h"
#include "core/tensor/error.h"
#include "tests/fuzz/damaged.h"

namespace {

// One member with one stored block (RFC 1952, RFC 1951 section 3.2.4).
std::string packed(std::string_view content) {
  using glassformer::fuzz::put;
  content = content.substr(0, 0xFFFF);
  const auto size = static_cast<std::uint32_t>(content.size());
  std::string made("\x1F\x8B\x08\0\0\0\0\0\0\x03\x01", 11);
  put(made, size, 2);
  put(made, ~size, 2);
  made += content;
  const auto sum = crc32(0, reinterpret_cast<const unsigned char*>(content.data()), size);
  put(made, static_cast<std::uint32_t>(sum), 4);
  put(made, size, 4);
  return made;
}

}  // namespace

// Any bytes are either a gzip stream of lines or an error that is a sentence; no more is unpacked
// than is asked for.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes =
      glassformer::fuzz::damaged({reinterpret_cast<const char*>(data), size}, "\x1F\x8B", packed);
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
