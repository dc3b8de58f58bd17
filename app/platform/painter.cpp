#include "app/platform/painter.h"

#include <imgui.h>

#include <cmath>
#include <cstdint>

#include "app/platform/command_box.h"
#include "app/widgets/cloud_picture.h"

namespace glassformer {
namespace {

ImVec2 to_imgui(Vec v) {
  return {v.x, v.y};
}
ImU32 to_imgui(Color c) {
  return IM_COL32(c.r, c.g, c.b, c.a);
}
ImTextureID texture_id(unsigned handle) {
  // A pointer or a number, by version.
  return (ImTextureID)(std::uintptr_t{handle});  // NOLINT(performance-no-int-to-ptr)
}

bool inside(const Rect& inner, const Rect& outer) {
  return inner.x >= outer.x && inner.y >= outer.y && inner.right() <= outer.right() &&
         inner.bottom() <= outer.bottom();
}

float signed_area(const std::vector<Vec>& points) {
  float twice = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec a = points[i], b = points[(i + 1) % points.size()];
    twice += a.x * b.y - b.x * a.y;
  }
  return twice / 2;
}

}  // namespace

Painter::Painter(AtlasFonts& fonts, Textures& textures, unsigned glyph_texture)
    : fonts_(fonts),
      textures_(textures),
      glyph_texture_(glyph_texture),
      list_(std::make_unique<ImDrawList>(ImGui::GetDrawListSharedData())) {}

Painter::~Painter() = default;

void Painter::paint(const std::vector<Command>& commands, int layer, Rect whole, Rect part) {
  list_->_ResetForNewFrame();
  list_->Flags = ImDrawListFlags_AntiAliasedLines | ImDrawListFlags_AntiAliasedFill |
                 ImDrawListFlags_AllowVtxOffset;
  list_->PushTextureID(texture_id(glyph_texture_));
  list_->PushClipRect(to_imgui(whole.origin()), {whole.right(), whole.bottom()});
  whole_ = clip_ = whole;
  grounds_.clear();
  drawn_.clear();
  for (const Command& command : commands) {
    if (command.layer != layer || !reach_of(command).overlaps(part)) continue;
    if (layer == 0 && lay_ground(command)) continue;
    drawn_.push_back(box_of(command));
    draw(command);
  }
  list_->PopClipRect();
  list_->PopTextureID();
}

// True if the command became a ground: nothing before it shares a pixel with it, so it may as well
// come first.
bool Painter::lay_ground(const Command& c) {
  constexpr float worth_it = 20'000;  // pixels
  if (c.kind != Command::Kind::fill || c.radius > 0 || c.color.a != 255) return false;
  const Rect r = intersect(snapped(c.rect), c.clip);
  if (r.w * r.h < worth_it) return false;
  for (const Rect& before : drawn_) {
    const Rect shared = intersect(before, r);
    if (shared.w > 0 && shared.h > 0) return false;
  }
  grounds_.push_back({r.x, r.y, r.w, r.h, c.color.r, c.color.g, c.color.b});
  return true;
}

void Painter::clip_to(const Rect& clip) {
  if (clip == clip_) return;
  clip_ = clip;
  list_->PopClipRect();
  list_->PushClipRect(to_imgui(clip.origin()), {clip.right(), clip.bottom()});
}

void Painter::draw(const Command& c) {
  using Kind = Command::Kind;
  const bool plain = (c.kind == Kind::fill && c.radius <= 0) || c.kind == Kind::text;
  if (!plain) {
    // Each change of the clip costs a draw call, so only what would cross its edge is clipped.
    const bool known_box = c.kind == Kind::fill || c.kind == Kind::frame ||
                           c.kind == Kind::circle || c.kind == Kind::image;
    clip_to(known_box && inside(c.rect.inset(-1), c.clip) ? whole_ : c.clip);
  }
  const ImU32 color = to_imgui(c.color);
  switch (c.kind) {
    case Kind::fill:
      if (c.radius <= 0) {
        rectangle(snapped(c.rect), c.clip, c.color);
      } else {
        const Rect r = snapped(c.rect);
        list_->AddRectFilled(to_imgui(r.origin()), {r.right(), r.bottom()}, color, c.radius);
      }
      break;
    case Kind::frame:
      frame(c);
      break;
    case Kind::line:
      line(c);
      break;
    case Kind::polyline: {
      for (const Vec p : c.points) list_->PathLineTo(to_imgui(p));
      list_->PathStroke(color, 0, c.thickness);
      break;
    }
    case Kind::polygon:
      polygon(c);
      break;
    case Kind::circle:
      list_->AddCircleFilled(to_imgui(c.rect.center()), c.rect.w / 2, color);
      break;
    case Kind::ring:
      list_->AddCircle(to_imgui(c.rect.center()), c.rect.w / 2, color, 0, c.thickness);
      break;
    case Kind::bezier:
      if (c.points.size() == 4) {
        list_->AddBezierCubic(to_imgui(c.points[0]), to_imgui(c.points[1]), to_imgui(c.points[2]),
                              to_imgui(c.points[3]), color, c.thickness);
      }
      break;
    case Kind::text:
      text(c);
      break;
    case Kind::image:
      image(c);
      break;
  }
}

// Clipped here, so that thousands of cells and glyphs stay in one draw call.
void Painter::rectangle(Rect rect, const Rect& clip, Color color) {
  rect = intersect(rect, clip);
  if (rect.w <= 0 || rect.h <= 0) return;
  clip_to(whole_);
  list_->PrimReserve(6, 4);
  list_->PrimRect(to_imgui(rect.origin()), {rect.right(), rect.bottom()}, to_imgui(color));
}

void Painter::frame(const Command& c) {
  const Rect r = snapped(c.rect);
  if (c.radius <= 0) {
    const float t = std::max(1.0F, std::round(c.thickness));
    rectangle({r.x, r.y, r.w, t}, c.clip, c.color);
    rectangle({r.x, r.bottom() - t, r.w, t}, c.clip, c.color);
    rectangle({r.x, r.y + t, t, r.h - 2 * t}, c.clip, c.color);
    rectangle({r.right() - t, r.y + t, t, r.h - 2 * t}, c.clip, c.color);
    return;
  }
  // The stroke lies inside the rectangle.
  const Rect path = r.inset(c.thickness / 2);
  list_->PathRect(to_imgui(path.origin()), {path.right(), path.bottom()},
                  std::max(0.0F, c.radius - c.thickness / 2));
  list_->PathStroke(to_imgui(c.color), ImDrawFlags_Closed, c.thickness);
}

void Painter::line(const Command& c) {
  if (c.points.size() != 2) return;
  if (const auto along = straight_line(c)) return rectangle(*along, c.clip, c.color);
  list_->PathLineTo(to_imgui(c.points[0]));
  list_->PathLineTo(to_imgui(c.points[1]));
  list_->PathStroke(to_imgui(c.color), 0, c.thickness);
}

void Painter::polygon(const Command& c) {
  // ImGui smooths the edge on the outer side only if the points run clockwise.
  const bool clockwise = signed_area(c.points) > 0;
  for (std::size_t i = 0; i < c.points.size(); ++i) {
    list_->PathLineTo(to_imgui(c.points[clockwise ? i : c.points.size() - 1 - i]));
  }
  list_->PathFillConvex(to_imgui(c.color));
}

void Painter::text(const Command& c) {
  quads_.clear();
  colored_.clear();
  fonts_.lay_out(c.text, c.type, c.rect.origin(), quads_, colored_);
  for (const AtlasFonts::Colored& emoji : colored_) {
    clip_to(c.clip);
    image(emoji.image, emoji.at, c.color.a);
  }
  if (quads_.empty()) return;
  clip_to(whole_);
  const ImU32 color = to_imgui(c.color);
  const float unit = 1.0F / GlyphAtlas::side;
  const Rect reach = reach_of(c);  // marks above marks end there
  for (const AtlasFonts::Quad& quad : quads_) {
    const Rect seen = intersect(quad.at, reach);
    if (seen.w <= 0 || seen.h <= 0) continue;
    const Rect place{quad.place.x + seen.x - quad.at.x, quad.place.y + seen.y - quad.at.y, seen.w,
                     seen.h};
    list_->PrimReserve(6, 4);
    list_->PrimRectUV(to_imgui(seen.origin()), {seen.right(), seen.bottom()},
                      {place.x * unit, place.y * unit},
                      {place.right() * unit, place.bottom() * unit}, color);
  }
}

bool Painter::paint_on_card(unsigned texture, const Image& image) {
  const DeviceSource& source = *image.source;
  if (const auto* const cloud = dynamic_cast<const CloudPicture*>(source.cells.get())) {
    const Vec middle = cloud->plane.area.center();
    std::vector<CardLayer> layers;
    for (const CloudLayer& layer : cloud->layers) {
      layers.push_back({layer.colors, layer.disc->cells, layer.disc->side});
    }
    return card_painter_.paint(texture, image.width, image.height,
                               {.points = *cloud->points,
                                .layers = layers,
                                .ground = cloud->ground,
                                .steps = CloudDisc::steps,
                                .left = cloud->plane.area.x,
                                .top = cloud->plane.area.y,
                                .middle_x = middle.x,
                                .middle_y = middle.y,
                                .place_x = cloud->plane.x,
                                .place_y = cloud->plane.y,
                                .unit = cloud->plane.unit});
  }
  const Shading& shading = source.shading;
  std::vector<std::uint32_t> colors{shading.zero, shading.nan, shading.below, shading.above};
  colors.insert(colors.end(), shading.scale.begin(), shading.scale.end());
  return card_painter_.paint(texture, image.width, image.height, *source.cells, source.transposed,
                             {colors, shading.min, shading.relative});
}

void Painter::image(const Command& c) {
  image(c.image, c.rect, 255);
}

void Painter::image(const ImagePtr& picture, const Rect& rect, std::uint8_t alpha) {
  const Image& source = *picture;
  TextureSource texture{source.id, source.width, source.height};
  texture.smooth = source.smooth;
  texture.owner = picture;
  if (!source.source) {
    texture.rgba = source.rgba.data();
  } else {
    texture.paint = [&](unsigned handle) { return paint_on_card(handle, source); };
    texture.pixels = source.source->on_host;
  }
  const Rect r = snapped(rect);
  const PlacedPicture placed = textures_.of(texture, r.w, r.h);
  list_->AddImage(texture_id(placed.texture), to_imgui(r.origin()), {r.right(), r.bottom()},
                  {placed.left, placed.top}, {placed.right, placed.bottom},
                  IM_COL32(255, 255, 255, alpha));
}

}  // namespace glassformer
