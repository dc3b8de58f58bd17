#include "app/widgets/canvas.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>

#include "core/text/unicode.h"

namespace glassformer {
namespace {

constexpr std::string_view ellipsis = "…";

Rect bounds_of(const std::vector<Vec>& points, float thickness) {
  if (points.empty()) return {};
  Vec min = points.front(), max = points.front();
  for (const Vec p : points) {
    min = {std::min(min.x, p.x), std::min(min.y, p.y)};
    max = {std::max(max.x, p.x), std::max(max.y, p.y)};
  }
  return Rect{min.x, min.y, max.x - min.x, max.y - min.y}.inset(-thickness / 2);
}

Rect box_of(Vec center, float radius) {
  return {center.x - radius, center.y - radius, 2 * radius, 2 * radius};
}

bool drawable(const Rect& r) {
  return std::isfinite(r.x) && std::isfinite(r.y) && std::isfinite(r.w) && std::isfinite(r.h);
}

constexpr std::size_t long_word = 28;  // characters: "antidisestablishmentarianism" is none yet

// In Chinese and Japanese, Thai, Lao, Khmer and Burmese a row of letters may be a sentence.
bool has_no_spaces_between_words(std::string_view text) {
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    const auto first = static_cast<unsigned char>(text[i]);
    const auto second = static_cast<unsigned char>(text[i + 1]);
    if (first >= 0xE3 && first <= 0xE9) return true;
    if (first == 0xE0 && second >= 0xB8 && second <= 0xBB) return true;
    if (first == 0xE1 && (second <= 0x82 || second == 0x9E || second == 0x9F)) return true;
  }
  return false;
}

}  // namespace

namespace {

std::shared_ptr<Image> new_image(int width, int height, bool smooth) {
  static std::atomic<std::uint64_t> last{0};
  auto image = std::make_shared<Image>();
  image->width = width;
  image->height = height;
  image->id = ++last;
  image->smooth = smooth;
  return image;
}

}  // namespace

std::shared_ptr<const Image> Image::make(int width, int height, std::vector<std::uint32_t> rgba,
                                         bool smooth) {
  auto image = new_image(width, height, smooth);
  image->rgba = std::move(rgba);
  return image;
}

std::shared_ptr<const Image> Image::make(int width, int height, DeviceSource source) {
  auto image = new_image(width, height, true);
  image->source = std::make_shared<const DeviceSource>(std::move(source));
  return image;
}

void Canvas::begin(Rect whole) {
  commands_.clear();
  cuts_.clear();
  clips_.assign(1, whole);
  whole_ = whole;
  layer_ = edited_layer_ = 0;
}

// Only what the clip lets through is recorded: the list is what is seen. nullptr: nothing is.
Command* Canvas::add(Command::Kind kind, Rect bounds, Color color) {
  if (color.a == 0 || !drawable(bounds) || !bounds.overlaps(clips_.back())) return nullptr;
  Command& command = commands_.emplace_back();
  command.kind = kind;
  command.color = color;
  command.clip = clips_.back();
  command.layer = layer_;
  return &command;
}

void Canvas::fill(Rect rect, Color color, float radius) {
  if (rect.w <= 0 || rect.h <= 0) return;  // its round corners alone would be painted
  if (Command* c = add(Command::Kind::fill, rect, color)) {
    c->rect = rect;
    c->radius = radius;
  }
}

void Canvas::frame(Rect rect, Color color, float thickness, float radius) {
  if (Command* c = add(Command::Kind::frame, rect, color)) {
    c->rect = rect;
    c->thickness = thickness;
    c->radius = radius;
  }
}

void Canvas::stroke(Command::Kind kind, std::vector<Vec> points, Color color, float thickness) {
  if (Command* c = add(kind, bounds_of(points, thickness), color)) {
    c->points = std::move(points);
    c->thickness = thickness;
  }
}

void Canvas::line(Vec from, Vec to, Color color, float thickness) {
  stroke(Command::Kind::line, {from, to}, color, thickness);
}

void Canvas::polyline(std::vector<Vec> points, Color color, float thickness) {
  // A point twice has no direction, and the line would swell there.
  const auto twice = std::ranges::unique(points);
  points.erase(twice.begin(), twice.end());
  if (points.size() > 1) stroke(Command::Kind::polyline, std::move(points), color, thickness);
}

void Canvas::polygon(std::vector<Vec> points, Color color) {
  if (points.size() > 2) stroke(Command::Kind::polygon, std::move(points), color, 0);
}

void Canvas::bezier(Vec from, Vec c1, Vec c2, Vec to, Color color, float thickness) {
  stroke(Command::Kind::bezier, {from, c1, c2, to}, color, thickness);
}

void Canvas::circle(Vec center, float radius, Color color) {
  const Rect box = box_of(center, radius);
  if (Command* c = add(Command::Kind::circle, box, color)) c->rect = box;
}

void Canvas::ring(Vec center, float radius, Color color, float thickness) {
  const Rect box = box_of(center, radius);
  if (Command* c = add(Command::Kind::ring, box.inset(-thickness / 2), color)) {
    c->rect = box;
    c->thickness = thickness;
  }
}

void Canvas::image(Rect rect, ImagePtr image) {
  if (!image || image->width <= 0 || image->height <= 0) return;
  if (Command* c = add(Command::Kind::image, rect, Color{255, 255, 255, 255})) {
    c->rect = rect;
    c->image = std::move(image);
  }
}

float Canvas::text(Vec at, std::string_view text, Type type, Color color) {
  if (text.empty()) return 0;
  const float width = fonts_->width(text, type);
  const Rect box{at.x, at.y, width, fonts_->line_height(type)};
  if (Command* c = add(Command::Kind::text, box, color)) {
    c->rect = box;
    c->type = type;
    c->text = text;
  }
  return width;
}

void Canvas::text_in(Rect rect, std::string_view text, Type type, Color color, Align align) {
  if (text.empty() || !rect.overlaps(clips_.back())) return;
  const std::string shown = elided(text, type, rect.w);
  if (shown.size() != text.size() && is_long_word(text)) add_cut(rect, text);
  const float spare = rect.w - fonts_->width(shown, type);
  const float x = align == Align::left     ? rect.x
                  : align == Align::center ? rect.x + spare / 2
                                           : rect.x + spare;
  this->text({x, rect.y + (rect.h - fonts_->line_height(type)) / 2}, shown, type, color);
}

std::string Canvas::elided(std::string_view text, Type type, float width) const {
  // Half a pixel of slack: a box made from the width of the text itself must hold the text.
  const float room = width + 0.5F;
  if (fonts_->width(text, type) <= room) return std::string(text);
  const float left = room - fonts_->width(ellipsis, type);
  if (left < 0) return {};
  const std::vector<std::size_t> ends = characters_as_read(text);
  if (is_long_word(text)) return cut_in_the_middle(text, ends, type, left);
  const auto fits = [&](std::size_t end) {
    return fonts_->width(text.substr(0, end), type) <= left;
  };
  const auto cut = std::partition_point(ends.begin(), ends.end(), fits);
  std::string_view prefix = text.substr(0, cut == ends.begin() ? 0 : *(cut - 1));
  if (prefix.empty()) return {};  // "…" alone says nothing
  while (!prefix.empty() && prefix.back() == ' ') prefix.remove_suffix(1);
  return std::string(prefix).append(ellipsis);
}

// As many characters as fit, at the beginning one more than at the end.
std::string Canvas::cut_in_the_middle(std::string_view text, const std::vector<std::size_t>& ends,
                                      Type type, float width) const {
  const auto parts = [&](std::size_t kept) {
    const std::size_t tail = kept / 2;
    return std::pair{text.substr(0, ends[kept - tail]),
                     tail == 0 ? std::string_view() : text.substr(ends[ends.size() - tail])};
  };
  const auto fits = [&](std::size_t kept) {
    const auto [head, tail] = parts(kept);
    return fonts_->width(head, type) + fonts_->width(tail, type) <= width;
  };
  std::size_t low = 0, high = ends.size() - 1;  // `low` fit, more than `high` do not
  while (low < high) {
    const std::size_t middle = (low + high + 1) / 2;
    if (fits(middle)) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  if (low == 0) return {};
  const auto [head, tail] = parts(low);
  return std::string(head).append(ellipsis).append(tail);
}

void Canvas::add_cut(Rect rect, std::string_view whole) {
  cuts_.push_back({intersect(rect, clips_.back()), layer_, std::string(whole)});
}

bool is_long_word(std::string_view text) {
  if (text.size() <= long_word || text.find(' ') != std::string_view::npos) return false;
  if (has_no_spaces_between_words(text)) return false;
  return characters_as_read(text).size() > long_word;
}

void Canvas::push_clip(Rect rect) {
  clips_.push_back(intersect(rect, clips_.back()));
}

void Canvas::pop_clip() {
  if (clips_.size() > 1) clips_.pop_back();
}

void Canvas::crop(std::size_t from, Rect rect) {
  for (std::size_t i = from; i < commands_.size(); ++i) {
    commands_[i].clip = intersect(commands_[i].clip, rect);
  }
}

}  // namespace glassformer
