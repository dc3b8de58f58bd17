#include "tests/app/legibility/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "app/widgets/contrast.h"

namespace glassformer::testing {

namespace {

using Kind = Command::Kind;

constexpr float kRounding = 0.05F;  // colours have 8 bits
constexpr float kTile = 48;         // px

// The ink of a line of text: its box without the room above and below the letters.
Rect ink_of(const Command& text) {
  const Rect box = text.rect;
  return {box.x + 1, box.y + 0.3F * box.h, box.w - 2, 0.42F * box.h};
}

// With the tall ones and those that hang down, which touch the line above or below first.
Rect tall_ink_of(const Command& text) {
  const Rect box = text.rect;
  return {box.x + 1, box.y + 0.22F * box.h, box.w - 2, 0.56F * box.h};
}

bool says_something(const Command& command) {
  return command.kind == Kind::text && command.text.find_first_not_of(' ') != std::string::npos &&
         command.clip.contains(command.rect.center());
}

Color over(Color below, Color above) {
  const Color opaque{above.r, above.g, above.b, 255};
  return mix({below.r, below.g, below.b, 255}, opaque, static_cast<float>(above.a) / 255.0F);
}

Rect box_of(const Command& command) {
  if (command.points.empty()) return command.rect;
  Vec least = command.points.front(), most = least;
  for (const Vec p : command.points) {
    least = {std::min(least.x, p.x), std::min(least.y, p.y)};
    most = {std::max(most.x, p.x), std::max(most.y, p.y)};
  }
  return {least.x, least.y, most.x - least.x, most.y - least.y};
}

bool inside(const std::vector<Vec>& convex, Vec at) {
  bool left = false, right = false;
  for (std::size_t i = 0; i < convex.size(); ++i) {
    const Vec a = convex[i], b = convex[(i + 1) % convex.size()];
    const float side = (b.x - a.x) * (at.y - a.y) - (b.y - a.y) * (at.x - a.x);
    left = left || side > 0;
    right = right || side < 0;
  }
  return !(left && right);
}

// The colour that a command paints at a place; none if it does not reach there.
std::optional<Color> paint_at(const Command& command, Vec at) {
  if (!command.clip.contains(at)) return std::nullopt;
  switch (command.kind) {
    case Kind::fill:
      return command.rect.contains(at) ? std::optional(command.color) : std::nullopt;
    case Kind::circle: {
      const Vec off = at - command.rect.center();
      const float radius = command.rect.w / 2;
      return off.x * off.x + off.y * off.y <= radius * radius ? std::optional(command.color)
                                                              : std::nullopt;
    }
    case Kind::polygon:
      return inside(command.points, at) ? std::optional(command.color) : std::nullopt;
    case Kind::image: {
      const Image& image = *command.image;
      if (!command.rect.contains(at) || image.rgba.empty()) return std::nullopt;
      const auto place = [](float share, int n) {
        return static_cast<std::size_t>(
            std::clamp(static_cast<int>(share * static_cast<float>(n)), 0, n - 1));
      };
      const std::size_t col = place((at.x - command.rect.x) / command.rect.w, image.width);
      const std::size_t row = place((at.y - command.rect.y) / command.rect.h, image.height);
      const std::uint32_t rgba = image.rgba[row * static_cast<std::size_t>(image.width) + col];
      return Color{static_cast<std::uint8_t>(rgba), static_cast<std::uint8_t>(rgba >> 8),
                   static_cast<std::uint8_t>(rgba >> 16), static_cast<std::uint8_t>(rgba >> 24)};
    }
    default:
      return std::nullopt;
  }
}

// The commands of a frame by the tiles that they reach into, in the order in which they are
// painted.
class Painted {
 public:
  Painted(const Canvas& canvas, Color background) : background_(background) {
    for (const Command& command : canvas.commands()) order_.push_back(&command);
    std::stable_sort(order_.begin(), order_.end(),
                     [](const Command* a, const Command* b) { return a->layer < b->layer; });
    cols_ = static_cast<int>(canvas.whole().w / kTile) + 1;
    rows_ = static_cast<int>(canvas.whole().h / kTile) + 1;
    areas_.resize(static_cast<std::size_t>(cols_ * rows_));
    texts_.resize(areas_.size());
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const Command& command = *order_[i];
      const bool area = command.kind == Kind::fill || command.kind == Kind::circle ||
                        command.kind == Kind::polygon || command.kind == Kind::image;
      if (area) enter(areas_, intersect(box_of(command), command.clip), i);
      if (says_something(command)) enter(texts_, intersect(command.rect, command.clip), i);
    }
  }

  const std::vector<const Command*>& order() const { return order_; }
  const std::vector<std::size_t>& texts_near(Vec at) const { return texts_[tile(at)]; }

  struct Seen {
    Color behind;
    Color self;  // with what lies over it
    bool hidden = false;
  };
  Seen seen(std::size_t index, Vec at) const {
    Seen result{background_, {}};
    Color behind = background_;
    std::size_t i = 0;
    const auto& near = areas_[tile(at)];
    for (; i < near.size() && near[i] < index; ++i) {
      if (const auto paint = paint_at(*order_[near[i]], at)) behind = over(behind, *paint);
    }
    result.self = over(behind, order_[index]->color);
    result.behind = behind;
    for (; i < near.size(); ++i) {
      if (near[i] == index) continue;
      const auto paint = paint_at(*order_[near[i]], at);
      if (!paint) continue;
      result.hidden = result.hidden || paint->a == 255;
      result.behind = over(result.behind, *paint);
      result.self = over(result.self, *paint);
    }
    return result;
  }

 private:
  std::size_t tile(Vec at) const {
    const int col = std::clamp(static_cast<int>(at.x / kTile), 0, cols_ - 1);
    const int row = std::clamp(static_cast<int>(at.y / kTile), 0, rows_ - 1);
    return static_cast<std::size_t>(row * cols_ + col);
  }
  void enter(std::vector<std::vector<std::size_t>>& tiles, Rect box, std::size_t index) const {
    const std::size_t first = tile(box.origin()), last = tile({box.right(), box.bottom()});
    const auto cols = static_cast<std::size_t>(cols_);
    for (std::size_t row = first / cols; row <= last / cols; ++row) {
      for (std::size_t col = first % cols; col <= last % cols; ++col) {
        tiles[row * cols + col].push_back(index);
      }
    }
  }

  Color background_;
  std::vector<const Command*> order_;
  int cols_, rows_;
  std::vector<std::vector<std::size_t>> areas_, texts_;
};

std::string hex(Color c) {
  return fmt::format("#{:02x}{:02x}{:02x}", c.r, c.g, c.b);
}

std::string described(const Command& text) {
  return fmt::format("“{}” at ({:.0f}, {:.0f}), {:.0f} × {:.0f}", text.text, text.rect.x,
                     text.rect.y, text.rect.w, text.rect.h);
}

class Reader {
 public:
  Reader(const Canvas& canvas, const Theme& theme)
      : painted_(canvas, theme.page), scale_(theme.scale), rule_(theme.rule) {}

  std::vector<Finding> read() {
    const auto& order = painted_.order();
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (says_something(*order[i])) {
        text(i);
      } else if (is_mark(*order[i])) {
        mark(i);
      }
    }
    return std::move(found_);
  }

 private:
  // Curves and arrows. What is thinner is a rule; how opaque an arc is says a number, and so does
  // the colour of a point.
  bool is_mark(const Command& command) const {
    return (command.kind == Kind::polyline || command.kind == Kind::line) &&
           command.thickness >= 1.5F * scale_ && !(command.color == rule_);
  }

  void text(std::size_t index) {
    const Command& text = *painted_.order()[index];
    const Rect ink = ink_of(text), shown = intersect(ink, text.clip);
    if (shown.w <= 0 || shown.h <= 0) return;
    float least = 100;
    Painted::Seen worst;
    int hidden = 0, places = 0;
    for (const float along : {0.08F, 0.3F, 0.5F, 0.7F, 0.92F}) {
      const Vec at{shown.x + along * shown.w, shown.y + shown.h / 2};
      const Painted::Seen seen = painted_.seen(index, at);
      ++places;
      if (seen.hidden) {
        ++hidden;
        continue;
      }
      const float now = contrast(seen.self, seen.behind);
      if (now < least) {
        least = now;
        worst = seen;
      }
    }
    if (hidden == places) return;  // under a menu
    if (text.type.size < 14 * scale_ - 0.01F) {
      add(Fault::small, text, fmt::format("is only {:.1f} px", text.type.size / scale_));
    }
    if (least < kTextContrast - kRounding) {
      add(Fault::contrast, text,
          fmt::format("has {:.1f} : 1, {} on {}", least, hex(worst.self), hex(worst.behind)));
    }
    if (shown.w < ink.w - 1 || shown.h < ink.h - 1) add(Fault::cut, text, "is cut by its clip");
    // Alone it is a sign of the text's own: nothing is cut down to it.
    if (text.text.ends_with("…") && text.text != "…") add(Fault::ellipsis, text, "is shortened");
    if (text.text.find(" needs a ") != std::string::npos) add(Fault::refused, text, "is refused");
    if (text.text == "′") return;  // a prime stands above a subscript
    overlaps(index, intersect(tall_ink_of(text), text.clip));
  }

  void overlaps(std::size_t index, Rect shown) {
    const Command& text = *painted_.order()[index];
    std::vector<std::size_t> told;
    for (float x = shown.x; x < shown.right() + kTile; x += kTile) {
      for (const std::size_t other : painted_.texts_near({std::min(x, shown.right()), shown.y})) {
        const Command& beside = *painted_.order()[other];
        if (other <= index || beside.layer != text.layer) continue;
        if (std::find(told.begin(), told.end(), other) != told.end()) continue;
        const Rect common = intersect(shown, intersect(tall_ink_of(beside), beside.clip));
        if (common.w <= 1 || common.h <= 1) continue;
        told.push_back(other);
        add(Fault::overlap, text, "lies over " + described(beside));
      }
    }
  }

  struct Shown {
    float contrast = 0;
    Color self, beside;
    bool hidden = false;
  };

  // At the middle of a stretch of the line, against what is beside it, not what it covers: a line
  // over an axis, or over another that crosses it, stands out from the ground of both. Where it
  // parts two grounds, one of them is enough.
  Shown shown_at(std::size_t index, Vec a, Vec b) const {
    const Command& mark = *painted_.order()[index];
    const Vec at{(a.x + b.x) / 2, (a.y + b.y) / 2}, along = b - a;
    const float length = std::max(1e-3F, std::hypot(along.x, along.y));
    const float away = mark.thickness / 2 + 2 * scale_;
    const Vec across{-along.y / length * away, along.x / length * away};
    const Painted::Seen seen = painted_.seen(index, at);
    Shown shown{contrast(seen.self, seen.behind), seen.self, seen.behind, seen.hidden};
    for (const Vec beside : {at + across, at - across}) {
      const Color ground = painted_.seen(index, beside).behind;
      const float there = contrast(seen.self, ground);
      if (there <= shown.contrast) continue;
      shown.contrast = there;
      shown.beside = ground;
    }
    return shown;
  }

  // Where labels lie over a part of it, it is seen beside them.
  void mark(std::size_t index) {
    const Command& mark = *painted_.order()[index];
    const Rect box = box_of(mark);
    if (std::max(box.w, box.h) < 4 * scale_) return;
    std::vector<Shown> places;
    const std::size_t stretches = mark.points.size() - 1;
    for (const float part : {0.1F, 0.3F, 0.5F, 0.7F, 0.9F}) {
      const float along = part * static_cast<float>(stretches);
      const auto i = std::min(static_cast<std::size_t>(along), stretches - 1);
      const Vec from = mark.points[i], way = mark.points[i + 1] - from;
      const float rest = along - static_cast<float>(i);
      const Vec a = from + way * std::max(0.0F, rest - 0.02F), b = from + way * (rest + 0.02F);
      if (mark.clip.contains(a)) places.push_back(shown_at(index, a, b));
    }
    if (places.size() < 3) return;
    std::ranges::sort(places, {}, &Shown::contrast);
    const Shown& usual = places[places.size() / 2];
    if (usual.hidden || usual.contrast >= kMarkContrast - kRounding) return;
    found_.push_back({Fault::graphics,
                      fmt::format("a line at ({:.0f}, {:.0f}), {:.0f} × {:.0f}, has {:.1f} : 1, "
                                  "{} on {}",
                                  box.x, box.y, box.w, box.h, usual.contrast, hex(usual.self),
                                  hex(usual.beside))});
  }

  void add(Fault fault, const Command& text, const std::string& wrong) {
    found_.push_back({fault, described(text) + " " + wrong});
  }

  Painted painted_;
  float scale_;
  Color rule_;
  std::vector<Finding> found_;
};

}  // namespace

std::vector<Finding> findings(const Canvas& canvas, const Theme& theme) {
  return Reader(canvas, theme).read();
}

}  // namespace glassformer::testing
