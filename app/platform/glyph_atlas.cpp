#include "app/platform/glyph_atlas.h"

#include <algorithm>
#include <cstddef>

namespace glassformer {
namespace {
constexpr int white_side = 4;  // px
}

void GlyphAtlas::make_room() {
  if (!coverage_.empty()) return;
  coverage_.assign(static_cast<std::size_t>(side) * side, 0);
  for (int y = 0; y < white_side; ++y) {
    std::fill_n(coverage_.begin() + static_cast<std::ptrdiff_t>(y) * side, white_side, 0xFF);
  }
}

void GlyphAtlas::clear() {
  coverage_.clear();
  shelf_ = 0;
  shelf_height_ = white_side;
  pen_ = white_side + 1;
  changed_ = {0, white_side};
}

std::optional<GlyphAtlas::Place> GlyphAtlas::add(const GlyphPicture& picture) {
  if (picture.width >= side || picture.height >= side) return std::nullopt;
  if (pen_ + picture.width > side) {
    if (shelf_ + shelf_height_ + 1 + picture.height > side) return std::nullopt;
    shelf_ += shelf_height_ + 1;
    shelf_height_ = 0;
    pen_ = 0;
  }
  if (shelf_ + picture.height > side) return std::nullopt;
  const Place place{pen_, shelf_};
  make_room();
  for (int row = 0; row < picture.height; ++row) {
    std::copy_n(picture.coverage.begin() + static_cast<std::ptrdiff_t>(row) * picture.width,
                picture.width,
                coverage_.begin() + static_cast<std::ptrdiff_t>(place.y + row) * side + place.x);
  }
  pen_ += picture.width + 1;
  shelf_height_ = std::max(shelf_height_, picture.height);
  const bool none = changed_.first == changed_.last;
  changed_ = {none ? place.y : std::min(changed_.first, place.y),
              none ? place.y + picture.height : std::max(changed_.last, place.y + picture.height)};
  return place;
}

GlyphAtlas::Rows GlyphAtlas::take_changed() {
  const Rows rows = changed_;
  changed_ = {};
  return rows;
}

}  // namespace glassformer
