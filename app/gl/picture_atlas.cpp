#include "app/gl/picture_atlas.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <cmath>

#include "app/gl/current.h"

namespace glassformer {

namespace {

constexpr int kSide = PictureAtlas::page_side;
constexpr std::size_t kMaxPages = 8;
constexpr int kEdge = 1;  // px around a picture, as those at its edge: what lies beside never shows

// The level that OpenGL takes with GL_LINEAR_MIPMAP_NEAREST: as near as may be to one pixel of the
// picture for each on screen.
int level_for(int width, int height, float drawn_width, float drawn_height) {
  const float ratio =
      std::max(static_cast<float>(width) / drawn_width, static_cast<float>(height) / drawn_height);
  if (!(ratio > 1)) return 0;
  return std::max(0, static_cast<int>(std::ceil(std::log2(ratio) + 0.5F)) - 1);
}

std::vector<std::uint32_t> with_edge(const std::uint32_t* rgba, int width, int height) {
  std::vector<std::uint32_t> framed;
  framed.reserve(static_cast<std::size_t>(width + 2 * kEdge) *
                 static_cast<std::size_t>(height + 2 * kEdge));
  for (int y = -kEdge; y < height + kEdge; ++y) {
    const std::uint32_t* row =
        rgba + static_cast<std::ptrdiff_t>(std::clamp(y, 0, height - 1)) * width;
    framed.insert(framed.end(), kEdge, row[0]);
    framed.insert(framed.end(), row, row + width);
    framed.insert(framed.end(), kEdge, row[width - 1]);
  }
  return framed;
}

}  // namespace

PictureAtlas::~PictureAtlas() {
  if (!has_current_context()) return;  // it is gone with all it had
  for (const Page& page : pages_) glDeleteTextures(1, &page.texture);
}

void PictureAtlas::empty(Page& page) {
  for (const std::uint64_t key : page.holds) entries_.erase(key);
  page.holds.clear();
  page.x = page.y = page.row = 0;
}

// A page with a free place of that size: at (x, y), in the row that it is in.
PictureAtlas::Page* PictureAtlas::with_room(bool averaged, int width, int height) {
  const auto fits = [&](Page& page) {
    if (page.x + width > kSide) {
      page.x = 0;
      page.y += page.row;
      page.row = 0;
    }
    return page.y + height <= kSide;
  };
  for (Page& page : pages_) {
    if (page.averaged == averaged && fits(page)) return &page;
  }
  // What the last frame or this one shows stays where it is.
  for (Page& page : pages_) {
    if (page.averaged != averaged || page.used + 1 >= frame_) continue;
    empty(page);
    return &page;
  }
  if (pages_.size() == kMaxPages) return nullptr;
  Page& page = pages_.emplace_back();
  page.averaged = averaged;
  glGenTextures(1, &page.texture);
  glBindTexture(GL_TEXTURE_2D, page.texture);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, kSide, kSide, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  // As Textures does: drawn larger, cells keep their edges. A halved picture is never drawn much
  // larger than it is, and a little larger it is smoothed like the others.
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, averaged ? GL_LINEAR : GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  return &page;
}

std::optional<PlacedPicture> PictureAtlas::place(std::uint64_t id, const std::uint32_t* rgba,
                                                 int width, int height, float drawn_width,
                                                 float drawn_height) {
  if (std::max(width, height) > max_side || std::max(drawn_width, drawn_height) > max_side) {
    return std::nullopt;
  }
  constexpr std::uint64_t kLevels = 16;
  const int level = level_for(width, height, drawn_width, drawn_height);
  const std::uint64_t key = id * kLevels + static_cast<std::uint64_t>(level);
  if (const auto found = entries_.find(key); found != entries_.end()) {
    pages_[found->second.page].used = frame_;
    return found->second.place;
  }
  Halved half;
  for (int i = 0; i < level && (width > 1 || height > 1); ++i) {
    half = halved(rgba, width, height);
    rgba = half.rgba.data();
    width = half.width;
    height = half.height;
  }
  const int w = width + 2 * kEdge, h = height + 2 * kEdge;
  Page* page = with_room(level > 0, w, h);
  if (page == nullptr) return std::nullopt;
  const std::vector<std::uint32_t> pixels = with_edge(rgba, width, height);
  glBindTexture(GL_TEXTURE_2D, page->texture);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glTexSubImage2D(GL_TEXTURE_2D, 0, page->x, page->y, w, h, GL_RGBA, GL_UNSIGNED_BYTE,
                  pixels.data());
  constexpr float unit = 1.0F / kSide;
  const auto x = static_cast<float>(page->x + kEdge), y = static_cast<float>(page->y + kEdge);
  Entry entry;
  entry.page = static_cast<std::size_t>(page - pages_.data());
  entry.place = {page->texture, x * unit, y * unit, (x + static_cast<float>(width)) * unit,
                 (y + static_cast<float>(height)) * unit};
  page->x += w;
  page->row = std::max(page->row, h);
  page->used = frame_;
  page->holds.push_back(key);
  entries_.emplace(key, entry);
  return entry.place;
}

}  // namespace glassformer
