#include "app/gl/textures.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "app/gl/averages.h"

namespace glassformer {
namespace {

// An image larger than the driver takes is thinned to fit: every nth row and column.
std::vector<std::uint32_t> thinned(const TextureSource& image, int& width, int& height, int most) {
  const int by = std::max((image.width + most - 1) / most, (image.height + most - 1) / most);
  width = (image.width + by - 1) / by;
  height = (image.height + by - 1) / by;
  std::vector<std::uint32_t> pixels;
  pixels.reserve(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  for (int y = 0; y < image.height; y += by) {
    for (int x = 0; x < image.width; x += by) {
      pixels.push_back(
          image.rgba[static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
                     static_cast<std::size_t>(x)]);
    }
  }
  return pixels;
}

// The smaller levels of the bound texture. Not through glGenerateMipmap: a software driver would
// first compile programs for it, which takes a tenth of a second.
void upload_averages(const std::uint32_t* pixels, int width, int height) {
  Halved level;
  for (int index = 1; width > 1 || height > 1; ++index) {
    level = halved(pixels, width, height);
    width = level.width;
    height = level.height;
    pixels = level.rgba.data();
    glTexImage2D(GL_TEXTURE_2D, index, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                 pixels);
  }
}

}  // namespace

Textures::~Textures() {
  for (const auto& [id, entry] : entries_) glDeleteTextures(1, &entry.handle);
}

unsigned Textures::of(const TextureSource& image) {
  const auto [at, is_new] = entries_.try_emplace(image.id);
  Entry& entry = at->second;
  entry.used = frame_;
  if (!is_new) return entry.handle;
  entry.owner = image.owner;
  GLint most = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &most);
  int width = image.width, height = image.height;
  const std::uint32_t* pixels = image.rgba;
  std::vector<std::uint32_t> smaller;
  if (width > most || height > most) {
    smaller = thinned(image, width, height, most);
    pixels = smaller.data();
  }
  glGenTextures(1, &entry.handle);
  glBindTexture(GL_TEXTURE_2D, entry.handle);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
  // A cell of a heat map keeps its edges however large it is drawn. Drawn smaller, one level of
  // averages does: two of them look alike and take a software driver half as long again.
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER,
                  image.smooth ? GL_LINEAR_MIPMAP_NEAREST : GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  entry.bytes = static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4;
  if (image.smooth) {
    upload_averages(pixels, width, height);
    entry.bytes += entry.bytes / 3;
  }
  bytes_ += entry.bytes;
  return entry.handle;
}

void Textures::next_frame() {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> by_age;  // {used, id}
  for (const auto& [id, entry] : entries_) {
    by_age.emplace_back(entry.owner.expired() ? 0 : entry.used, id);
  }
  std::sort(by_age.begin(), by_age.end());
  for (const auto& [used, id] : by_age) {
    if (used != 0 && (bytes_ <= most_bytes_ || used == frame_)) break;
    const Entry& entry = entries_.at(id);
    glDeleteTextures(1, &entry.handle);
    bytes_ -= entry.bytes;
    entries_.erase(id);
  }
  ++frame_;
}

}  // namespace glassformer
