#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

#include "app/gl/picture_atlas.h"

namespace glassformer {

// Pixels that become a texture when they are first drawn.
struct TextureSource {
  std::uint64_t id = 0;  // unique to the picture
  int width = 0;
  int height = 0;
  const std::uint32_t* rgba = nullptr;   // 0xAABBGGRR, rows from the top; or …
  bool smooth = false;                   // averaged when drawn smaller; otherwise nearest
  std::weak_ptr<const void> owner = {};  // once it is gone, so is the texture
  // … a function that fills the texture of that OpenGL name (GL_RGBA8, width × height) on the card.
  // Where it returns false, `pixels` makes them on the host, as `rgba` would hold them.
  std::function<bool(unsigned)> paint = {};
  std::function<std::vector<std::uint32_t>()> pixels = {};
};

// A cache of pictures as textures: each is uploaded when first drawn, and kept while its owner
// lives and the cache holds no more than max_bytes; the least recently drawn go first. Needs a
// current context, also when destroyed.
class Textures {
 public:
  explicit Textures(std::size_t max_bytes = std::size_t{192} << 20U) : max_bytes_(max_bytes) {}
  ~Textures();
  Textures(const Textures&) = delete;
  Textures& operator=(const Textures&) = delete;

  // The texture of the picture, drawn at that size in px; valid until next_frame().
  PlacedPicture of(const TextureSource& source, float drawn_width, float drawn_height);
  void next_frame();  // drops what is no longer needed
  std::size_t bytes() const { return bytes_; }
  std::size_t count() const { return entries_.size(); }

 private:
  unsigned own_texture(const TextureSource& source);
  struct Entry {
    unsigned handle = 0;
    std::size_t bytes = 0;
    std::uint64_t used = 0;  // in which frame last
    std::weak_ptr<const void> owner;
  };
  PictureAtlas atlas_;
  std::unordered_map<std::uint64_t, Entry> entries_;  // by id
  std::size_t max_bytes_;
  std::size_t bytes_ = 0;
  std::uint64_t frame_ = 1;
};

}  // namespace glassformer
