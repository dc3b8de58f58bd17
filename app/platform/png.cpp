#include <zlib.h>

#include <cstdlib>
#include <memory>
#include <new>

// zlib's own: stb's ends the program where memory is refused, and packs less. Null if it fails; the
// caller frees it.
static unsigned char* packed(unsigned char* bytes, int count, int* packed_count, int level) {
  uLongf size = compressBound(static_cast<uLong>(count));
  auto* const to = static_cast<unsigned char*>(std::malloc(size));
  if (to == nullptr) return nullptr;
  if (compress2(to, &size, bytes, static_cast<uLong>(count), level) != Z_OK) {
    std::free(to);
    return nullptr;
  }
  *packed_count = static_cast<int>(size);
  return to;
}

#define STBIW_ZLIB_COMPRESS packed
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STBI_WRITE_NO_STDIO
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#include <stb/stb_image_write.h>
#pragma GCC diagnostic pop

#include "app/platform/picture.h"
#include "core/formats/file.h"

namespace glassformer {

std::string png_bytes(const Pixels& pixels) {
  struct Free {
    void operator()(unsigned char* bytes) const { std::free(bytes); }
  };
  int size = 0;
  const std::unique_ptr<unsigned char, Free> png(stbi_write_png_to_mem(
      pixels.rgba.data(), pixels.width * 4, pixels.width, pixels.height, 4, &size));
  if (!png) throw std::bad_alloc();
  return {reinterpret_cast<const char*>(png.get()), static_cast<std::size_t>(size)};
}

void write_png(const Pixels& pixels, const std::filesystem::path& file) {
  write_file(file, png_bytes(pixels));
}

}  // namespace glassformer
