#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "app/gl/averages.h"

namespace glassformer {

// Where a picture lies in a texture; u and v are 0 … 1.
struct PlacedPicture {
  unsigned texture = 0;
  float left = 0, top = 0, right = 1, bottom = 1;
};

// Small pictures side by side in a few large textures. A driver that works on the processor takes
// longer to change the texture than to draw a small picture: a grid of 432 heads is one draw call
// this way. A picture is halved until it fits the size at which it is drawn, and its border is
// repeated around it, so that it looks as it would in a texture of its own. Needs a current
// context, also when destroyed.
class PictureAtlas {
 public:
  static constexpr int max_side =
      256;  // px: the longest side of a picture, as it is and as it is drawn
  static constexpr int page_side = 1024;  // of a texture: 4 MB

  PictureAtlas() = default;
  ~PictureAtlas();
  PictureAtlas(const PictureAtlas&) = delete;
  PictureAtlas& operator=(const PictureAtlas&) = delete;

  // `rgba` is [height, width], 0xAABBGGRR; `id` names these pixels and no others; `drawn_width` and
  // `drawn_height` are px on screen, above 0. nullopt: the picture is too large, or all textures
  // are full of pictures of this frame. The place is valid until the frame after the next.
  std::optional<PlacedPicture> place(std::uint64_t id, const std::uint32_t* rgba, int width,
                                     int height, float drawn_width, float drawn_height);
  void next_frame() { ++frame_; }
  std::size_t pages() const { return pages_.size(); }

 private:
  struct Page {
    unsigned texture = 0;
    bool averaged = false;             // its pictures were halved at least once
    int x = 0, y = 0, row = 0;         // px: the next free place, and the height of its row
    std::uint64_t used = 0;            // the frame in which it was last drawn from
    std::vector<std::uint64_t> holds;  // keys
  };
  struct Entry {
    std::size_t page = 0;
    PlacedPicture place;
  };
  Page* with_room(bool averaged, int width, int height);
  void empty(Page& page);
  std::vector<Page> pages_;
  std::unordered_map<std::uint64_t, Entry> entries_;  // by id and how often halved
  std::uint64_t frame_ = 2;
};

}  // namespace glassformer
