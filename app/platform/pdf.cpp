#include "app/platform/pdf.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "app/platform/pdf_fonts.h"
#include "app/platform/pdf_objects.h"
#include "app/platform/picture_parts.h"
#include "app/platform/version.h"

namespace glassformer {

namespace {

// The page as it is drawn. PDF counts y from the bottom.
class PdfPage {
 public:
  PdfPage(PdfObjects& objects, const Fonts& fonts, Rect whole)
      : objects_(&objects), fonts_(&fonts), whole_(whole) {}

  void draw(const Command& c) {
    using Kind = Command::Kind;
    if (c.color.a == 0 && c.kind != Kind::image) return;
    switch (c.kind) {
      case Kind::fill:
        ink(c.color, false);
        rectangle(c.rect, c.radius);
        say("f");
        break;
      case Kind::frame:
        pen(c);
        // On screen the stroke lies inside the rectangle; here it straddles its path.
        rectangle(c.rect.inset(c.thickness / 2), std::max(0.0F, c.radius - c.thickness / 2));
        say("S");
        break;
      case Kind::line:
      case Kind::polyline:
        pen(c);
        polyline(c);
        say("S");
        break;
      case Kind::polygon:
        ink(c.color, false);
        polyline(c);
        say("f");
        break;
      case Kind::circle:
        ink(c.color, false);
        rectangle(c.rect, c.rect.w / 2);
        say("f");
        break;
      case Kind::ring:
        pen(c);
        rectangle(c.rect, c.rect.w / 2);
        say("S");
        break;
      case Kind::bezier:
        if (c.points.size() != 4) return;
        pen(c);
        say(at(c.points[0]) + " m");
        curve(c.points[1], c.points[2], c.points[3]);
        say("S");
        break;
      case Kind::text:
        text(c);
        break;
      case Kind::image:
        image(c.rect, *c.image);
        break;
    }
  }
  void begin_clip(const Rect& clip) {
    say("q");
    rectangle(clip, 0);
    say("W n");
    inked_.clear();
  }
  void end_clip() {
    say("Q");
    inked_.clear();
  }
  // Adds the page's content and returns its number and the resources that it uses.
  std::pair<int, std::string> finish() {
    std::string states;
    for (const int alpha : alphas_) {
      const std::string share = decimal(static_cast<float>(alpha) / 255);
      states += fmt::format("/A{} << /ca {} /CA {} >> ", alpha, share, share);
    }
    std::string images;
    for (const auto& [key, number] : images_) {
      images += fmt::format("/I{} {} ", number, reference(number));
    }
    const std::string fonts = used_.add_to(*objects_);
    return {objects_->add_stream(content_),
            fmt::format("<< /ExtGState << {}>> /XObject << {}>> /Font << {}>> >>", states, images,
                        fonts)};
  }

 private:
  void say(std::string_view words) {
    content_ += words;
    content_ += '\n';
  }
  std::string at(Vec p) const {
    return decimal(p.x - whole_.x) + ' ' + decimal(whole_.bottom() - p.y);
  }
  void curve(Vec c1, Vec c2, Vec to) { say(at(c1) + ' ' + at(c2) + ' ' + at(to) + " c"); }

  void ink(Color color, bool stroke) {
    std::string words = fmt::format("/A{} gs ", static_cast<int>(color.a));
    alphas_.insert(color.a);
    for (const unsigned part : {color.r, color.g, color.b}) {
      words += decimal(static_cast<float>(part) / 255) + ' ';
    }
    words += stroke ? "RG" : "rg";
    if (words == inked_) return;
    inked_ = words;
    say(words);
  }
  void pen(const Command& c) {
    ink(c.color, true);
    say(decimal(c.thickness) + " w");
  }
  void polyline(const Command& c) {
    for (std::size_t i = 0; i < c.points.size(); ++i) say(at(c.points[i]) + (i == 0 ? " m" : " l"));
  }
  void rectangle(const Rect& r, float radius) {
    const float w = std::max(0.0F, r.w), h = std::max(0.0F, r.h);
    radius = std::min({radius, w / 2, h / 2});
    if (radius <= 0) {
      say(at({r.x, r.y + h}) + ' ' + decimal(w) + ' ' + decimal(h) + " re");
      return;
    }
    constexpr float bend = 0.4477F;  // of a quarter of a circle: 1 - 4/3 (√2 - 1)
    const float near = radius * bend, right = r.x + w, bottom = r.y + h;
    say(at({r.x + radius, r.y}) + " m");
    say(at({right - radius, r.y}) + " l");
    curve({right - near, r.y}, {right, r.y + near}, {right, r.y + radius});
    say(at({right, bottom - radius}) + " l");
    curve({right, bottom - near}, {right - near, bottom}, {right - radius, bottom});
    say(at({r.x + radius, bottom}) + " l");
    curve({r.x + near, bottom}, {r.x, bottom - near}, {r.x, bottom - radius});
    say(at({r.x, r.y + radius}) + " l");
    curve({r.x, r.y + near}, {r.x + near, r.y}, {r.x + radius, r.y});
    say("h");
  }

  // Of a font that no document may carry: as it looks, and no longer a letter.
  void shape(const PlacedGlyph& glyph) {
    const GlyphOutline outline = glyph.typeface->outline(glyph.index);
    if (outline.parts.empty()) return;
    const auto on_page = [&](Vec em) {
      return Vec{glyph.pen.x + (glyph.offset + em.x) * glyph.size, glyph.pen.y - em.y * glyph.size};
    };
    for (const GlyphOutline::Part& part : outline.parts) {
      switch (part.kind) {
        case GlyphOutline::Kind::move:
          say(at(on_page(part.to)) + " m");
          break;
        case GlyphOutline::Kind::line:
          say(at(on_page(part.to)) + " l");
          break;
        case GlyphOutline::Kind::curve:
          curve(on_page(part.c1), on_page(part.c2), on_page(part.to));
          break;
      }
    }
    say("f");
  }

  // Glyphs of one font at one height are one text, with the gaps that differ from their widths.
  void text(const Command& c) {
    const std::vector<PlacedGlyph> glyphs = fonts_->place(c.text, c.type, c.rect.origin());
    struct {
      int font = -1;
      float y = 0, pen = 0;
      std::string words;
    } open;
    const auto close = [&] {
      if (open.font >= 0) say(open.words + "] TJ ET");
      open.font = -1;
    };
    for (const PlacedGlyph& glyph : glyphs) {
      if (glyph.color.image) {
        close();
        const ColorPicture& emoji = glyph.color;
        image({glyph.pen.x + static_cast<float>(emoji.left),
               glyph.pen.y - static_cast<float>(emoji.top), static_cast<float>(emoji.image->width),
               static_cast<float>(emoji.image->height)},
              *emoji.image);
        continue;
      }
      if (!glyph.typeface->may_be_embedded()) {
        close();
        ink(c.color, false);
        shape(glyph);
        continue;
      }
      const PdfFonts::Shown shown = used_.show(glyph);
      if (open.font != shown.font || open.y != glyph.pen.y) {
        close();
        ink(c.color, false);
        open = {shown.font, glyph.pen.y, glyph.pen.x,
                fmt::format("BT /F{} {} Tf 1 0 0 1 {} Tm [", shown.font, decimal(glyph.size),
                            at(glyph.pen))};
      }
      const float gap = (glyph.pen.x - open.pen) / glyph.size * 1000;
      if (std::abs(gap) >= 1) {
        open.words += decimal(-std::round(gap));
        open.pen += std::round(gap) / 1000 * glyph.size;
      }
      open.words += fmt::format("<{:04X}>", shown.number);
      open.pen += shown.advance * glyph.size;
    }
    close();
  }

  void image(const Rect& r, const Image& image) {
    if (r.w <= 0 || r.h <= 0) return;
    const auto key = std::make_pair(image.id, std::make_pair(r.w, r.h));
    auto known = images_.find(key);
    if (known == images_.end()) known = images_.emplace(key, add_image(image, r)).first;
    // What was drawn before may have been half transparent.
    ink({0, 0, 0, 255}, false);
    say(fmt::format("q {} 0 0 {} {} cm /I{} Do Q", decimal(r.w), decimal(r.h), at({r.x, r.y + r.h}),
                    known->second));
  }
  int add_image(const Image& image, const Rect& r) {
    const Pixels pixels = enlarged(image, r);
    std::string colors, alphas;
    for (std::size_t i = 0; i < pixels.rgba.size(); i += 4) {
      colors.append(reinterpret_cast<const char*>(&pixels.rgba[i]), 3);
      alphas += static_cast<char>(pixels.rgba[i + 3]);
    }
    std::string size =
        fmt::format("/Type /XObject /Subtype /Image /Width {} /Height {} /BitsPerComponent 8 ",
                    pixels.width, pixels.height);
    if (image.smooth) size += "/Interpolate true ";
    const bool opaque = alphas.find_first_not_of('\xFF') == alphas.npos;
    const std::string mask = opaque ? ""
                                    : " /SMask " + reference(objects_->add_stream(
                                                       alphas, size + "/ColorSpace /DeviceGray"));
    return objects_->add_stream(colors, size + "/ColorSpace /DeviceRGB" + mask);
  }

  PdfObjects* objects_;
  const Fonts* fonts_;
  Rect whole_;
  PdfFonts used_;
  std::string content_;
  std::string inked_;  // what the ink was set to last
  std::set<int> alphas_;
  std::map<std::pair<std::uint64_t, std::pair<float, float>>, int> images_;
};

}  // namespace

std::string to_pdf(const Canvas& canvas, const Fonts& fonts, Color background) {
  const Rect whole = canvas.whole();
  PdfObjects objects;
  const int catalog = objects.promise(), pages = objects.promise(), page = objects.promise();
  PdfPage drawing(objects, fonts, whole);
  drawing.begin_clip(whole);
  Command ground;
  ground.rect = whole;
  ground.color = background;
  drawing.draw(ground);
  drawing.end_clip();
  for (const int layer : {0, 1}) {
    const Rect* open = nullptr;  // the clip that holds
    for (const Command& c : canvas.commands()) {
      if (c.layer != layer) continue;
      if (open == nullptr || !(*open == c.clip)) {
        if (open != nullptr) drawing.end_clip();
        open = &c.clip;
        drawing.begin_clip(c.clip);
      }
      drawing.draw(c);
    }
    if (open != nullptr) drawing.end_clip();
  }
  const auto [content, resources] = drawing.finish();
  objects.set(catalog, fmt::format("<< /Type /Catalog /Pages {} >>", reference(pages)));
  objects.set(pages, fmt::format("<< /Type /Pages /Kids [{}] /Count 1 >>", reference(page)));
  objects.set(page, fmt::format("<< /Type /Page /Parent {} /MediaBox [0 0 {} {}] /Resources {} "
                                "/Contents {} >>",
                                reference(pages), decimal(whole.w), decimal(whole.h), resources,
                                reference(content)));
  const int information =
      objects.add(fmt::format("<< /Producer (glassformer {}) >>", program_version()));
  return objects.document(catalog, information);
}

}  // namespace glassformer
