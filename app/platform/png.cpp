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
  std::string bytes;
  const auto append = [](void* context, void* data, int size) {
    static_cast<std::string*>(context)->append(static_cast<const char*>(data),
                                               static_cast<std::size_t>(size));
  };
  stbi_write_png_to_func(append, &bytes, pixels.width, pixels.height, 4, pixels.rgba.data(),
                         pixels.width * 4);
  return bytes;
}

void write_png(const Pixels& pixels, const std::filesystem::path& file) {
  write_file(file, png_bytes(pixels));
}

}  // namespace glassformer
