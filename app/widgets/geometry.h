#pragma once

#include <algorithm>
#include <cstdint>

namespace glassformer {

// All in pixels of the frame, y downwards.
struct Vec {
  float x = 0;
  float y = 0;
  Vec operator+(Vec o) const { return {x + o.x, y + o.y}; }
  Vec operator-(Vec o) const { return {x - o.x, y - o.y}; }
  Vec operator*(float k) const { return {x * k, y * k}; }
  bool operator==(const Vec&) const = default;
};

struct Rect {
  float x = 0;
  float y = 0;
  float w = 0;
  float h = 0;
  float right() const { return x + w; }
  float bottom() const { return y + h; }
  Vec center() const { return {x + w / 2, y + h / 2}; }
  Vec origin() const { return {x, y}; }
  bool contains(Vec p) const { return p.x >= x && p.x < right() && p.y >= y && p.y < bottom(); }
  bool overlaps(const Rect& o) const {
    return x < o.right() && o.x < right() && y < o.bottom() && o.y < bottom();
  }
  Rect inset(float dx, float dy) const { return {x + dx, y + dy, w - 2 * dx, h - 2 * dy}; }
  Rect inset(float d) const { return inset(d, d); }
  Rect moved(Vec by) const { return {x + by.x, y + by.y, w, h}; }
  // Cut a strip off one side; the rest stays in *this.
  Rect take_left(float d) {
    Rect s{x, y, d, h};
    x += d;
    w -= d;
    return s;
  }
  Rect take_right(float d) {
    w -= d;
    return {x + w, y, d, h};
  }
  Rect take_top(float d) {
    Rect s{x, y, w, d};
    y += d;
    h -= d;
    return s;
  }
  Rect take_bottom(float d) {
    h -= d;
    return {x, y + h, w, d};
  }
  bool operator==(const Rect&) const = default;
};

inline Rect square_around(Vec center, float radius) {
  return {center.x - radius, center.y - radius, 2 * radius, 2 * radius};
}

inline Rect intersect(const Rect& a, const Rect& b) {
  const float x = std::max(a.x, b.x), y = std::max(a.y, b.y);
  return {x, y, std::max(0.0F, std::min(a.right(), b.right()) - x),
          std::max(0.0F, std::min(a.bottom(), b.bottom()) - y)};
}

struct Color {
  std::uint8_t r = 0;
  std::uint8_t g = 0;
  std::uint8_t b = 0;
  std::uint8_t a = 255;
  Color alpha(float k) const {  // 0 … 1, multiplies the alpha it has
    return {r, g, b, static_cast<std::uint8_t>(static_cast<float>(a) * std::clamp(k, 0.0F, 1.0F))};
  }
  bool operator==(const Color&) const = default;
};

constexpr Color rgb(std::uint32_t hex) {
  return {static_cast<std::uint8_t>(hex >> 16), static_cast<std::uint8_t>(hex >> 8),
          static_cast<std::uint8_t>(hex), 255};
}
Color mix(Color from, Color to, float t);
float luminance(Color c);  // relative luminance of WCAG 2, 0 … 1

}  // namespace glassformer
