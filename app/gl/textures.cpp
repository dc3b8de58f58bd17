#include "app/gl/textures.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "app/gl/averages.h"
#include "app/gl/current.h"

namespace glassformer {
namespace {

// An image larger than the driver takes is thinned to fit: every nth row and column.
std::vector<std::uint32_t> thinned(const TextureSource& image, int& width, int& height,
                                   int max_size) {
  const int by =
      std::max((image.width + max_size - 1) / max_size, (image.height + max_size - 1) / max_size);
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

int max_side() {
  GLint max_size = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &max_size);
  return max_size;
}

// Fills the bound texture with pixels of the host; returns the bytes it takes.
std::size_t fill(const TextureSource& image) {
  const int max_size = max_side();
  int width = image.width, height = image.height;
  std::vector<std::uint32_t> made;
  TextureSource source = image;
  if (source.rgba == nullptr) {
    made = image.pixels();
    source.rgba = made.data();
  }
  const std::uint32_t* pixels = source.rgba;
  std::vector<std::uint32_t> smaller;
  if (width > max_size || height > max_size) {
    smaller = thinned(source, width, height, max_size);
    pixels = smaller.data();
  }
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
  const std::size_t bytes = static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4;
  if (!image.smooth) return bytes;
  upload_averages(pixels, width, height);
  return bytes + bytes / 3;
}

// Lets the card fill the bound texture; returns the bytes it takes, 0 if it could not: then the
// texture is as it was.
std::size_t fill_on_card(const TextureSource& image, unsigned& handle) {
  const int max_size = max_side();
  if (image.width > max_size || image.height > max_size) return 0;
  int levels = 1;
  while (image.smooth && std::max(image.width, image.height) >> levels > 0) ++levels;
  glTexStorage2D(GL_TEXTURE_2D, levels, GL_RGBA8, image.width, image.height);
  if (!image.paint(handle)) {
    // Its storage is settled for ever: another one takes its place.
    glDeleteTextures(1, &handle);
    glGenTextures(1, &handle);
    glBindTexture(GL_TEXTURE_2D, handle);
    return 0;
  }
  glBindTexture(GL_TEXTURE_2D, handle);
  if (levels > 1) glGenerateMipmap(GL_TEXTURE_2D);
  const std::size_t bytes =
      static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height) * 4;
  return levels > 1 ? bytes + bytes / 3 : bytes;
}

// A pixel on screen whose middle lies on the edge between two of the picture takes the second one,
// wherever the picture lies: otherwise rounding would decide.
PlacedPicture nudged(const PlacedPicture& at, float drawn_width, float drawn_height) {
  constexpr float by = 1.0F / 64;  // of a pixel on screen
  const float x = by * (at.right - at.left) / drawn_width;
  const float y = by * (at.bottom - at.top) / drawn_height;
  return {at.texture, at.left + x, at.top + y, at.right + x, at.bottom + y};
}

}  // namespace

Textures::~Textures() {
  if (!has_current_context()) return;  // it is gone with all it had
  for (const auto& [id, entry] : entries_) glDeleteTextures(1, &entry.handle);
}

PlacedPicture Textures::of(const TextureSource& image, float drawn_width, float drawn_height) {
  drawn_width = std::max(drawn_width, 1.0F);
  drawn_height = std::max(drawn_height, 1.0F);
  if (image.rgba != nullptr && image.smooth) {
    const auto placed =
        atlas_.place(image.id, image.rgba, image.width, image.height, drawn_width, drawn_height);
    if (placed) return nudged(*placed, drawn_width, drawn_height);
  }
  return nudged({own_texture(image)}, drawn_width, drawn_height);
}

unsigned Textures::own_texture(const TextureSource& image) {
  const auto [at, is_new] = entries_.try_emplace(image.id);
  Entry& entry = at->second;
  entry.used = frame_;
  if (!is_new) return entry.handle;
  entry.owner = image.owner;
  glGenTextures(1, &entry.handle);
  glBindTexture(GL_TEXTURE_2D, entry.handle);
  entry.bytes = image.rgba == nullptr ? fill_on_card(image, entry.handle) : 0;
  if (entry.bytes == 0) entry.bytes = fill(image);
  // A cell of a heat map keeps its edges however large it is drawn. Drawn smaller, one level of
  // averages does: two of them look alike and take a software driver half as long again.
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER,
                  image.smooth ? GL_LINEAR_MIPMAP_NEAREST : GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  bytes_ += entry.bytes;
  return entry.handle;
}

void Textures::next_frame() {
  atlas_.next_frame();
  std::vector<std::pair<std::uint64_t, std::uint64_t>> by_age;  // {used, id}
  for (const auto& [id, entry] : entries_) {
    by_age.emplace_back(entry.owner.expired() ? 0 : entry.used, id);
  }
  std::sort(by_age.begin(), by_age.end());
  for (const auto& [used, id] : by_age) {
    if (used != 0 && (bytes_ <= max_bytes_ || used == frame_)) break;
    const Entry& entry = entries_.at(id);
    glDeleteTextures(1, &entry.handle);
    bytes_ -= entry.bytes;
    entries_.erase(id);
  }
  ++frame_;
}

}  // namespace glassformer
