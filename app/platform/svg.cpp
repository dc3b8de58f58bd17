#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>

#include "app/platform/characters.h"
#include "app/platform/picture_parts.h"
#include "app/widgets/code_face.h"

namespace glassformer {
namespace {

// Characters that XML 1.0 forbids become the replacement mark; so do bytes that are not UTF-8.
// Controls are left out, as they are on screen.
void append_escaped(std::string& out, char32_t c, std::string_view bytes) {
  switch (c) {
    case U'<':
      out += "&lt;";
      return;
    case U'>':
      out += "&gt;";
      return;
    case U'&':
      out += "&amp;";
      return;
    case U'\t':
      out += ' ';
      return;
    case 0xFFFE:
    case 0xFFFF:
    case replacement_mark:
      out += "\xEF\xBF\xBD";
      return;
    default:
      out += c < 0x20 || c == 0x7F ? std::string_view() : bytes;
  }
}

std::string words(const Command& c) {
  std::string out;
  bool upright = false;
  std::string_view text = c.text;
  if (begins_with_drawn_blank(text)) {
    out = "\u2423";
    text.remove_prefix(1);
  }
  each_character(text, [&](char32_t character, std::string_view bytes) {
    if (c.type.face == Face::math && upright == math_italic(character)) {
      upright = !upright;
      out += upright ? "<tspan font-style=\"normal\">" : "</tspan>";
    }
    append_escaped(out, character, bytes);
  });
  return upright ? out + "</tspan>" : out;
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    for (std::size_t k = 0; k < 3; ++k) {
      group = group << 8U | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      out += k <= count ? digits[group >> (18 - 6 * k) & 63U] : '=';
    }
  }
  return out;
}

std::string attribute(std::string_view name, float value) {
  return fmt::format(" {}=\"{}\"", name, decimal(value));
}

std::string paint(std::string_view property, Color c) {
  std::string text = fmt::format(" {}=\"#{:02x}{:02x}{:02x}\"", property, c.r, c.g, c.b);
  if (c.a != 255)
    text += attribute(fmt::format("{}-opacity", property), static_cast<float>(c.a) / 255);
  return text;
}

std::string box(const Rect& r) {
  return attribute("x", r.x) + attribute("y", r.y) + attribute("width", std::max(0.0F, r.w)) +
         attribute("height", std::max(0.0F, r.h));
}

std::string stroke(const Command& c) {
  return " fill=\"none\"" + paint("stroke", c.color) + attribute("stroke-width", c.thickness);
}

std::string points(const Command& c) {
  std::string list;
  for (const Vec p : c.points) {
    list += fmt::format("{}{},{}", list.empty() ? "" : " ", decimal(p.x), decimal(p.y));
  }
  return " points=\"" + list + "\"";
}

std::string font(Type type) {
  constexpr std::string_view sans = "Inter, 'DejaVu Sans', sans-serif";
  constexpr std::string_view serif = "STIXGeneral, 'STIX Two Text', 'Times New Roman', serif";
  std::string_view family = sans, more;
  if (type.face == code_face) family = "'DejaVu Sans Mono', monospace";
  switch (type.face) {
    case Face::text:
      break;
    case Face::bold:
      more = " font-weight=\"600\"";
      break;
    case Face::italic:
      more = " font-style=\"italic\"";
      break;
    case Face::number:
      more = " font-variant-numeric=\"tabular-nums\"";
      break;
    case Face::math:
      family = serif;
      more = " font-style=\"italic\"";
      break;
    case Face::math_upright:
      family = serif;
      break;
    case Face::math_bold:
      family = serif;
      more = " font-weight=\"700\"";
      break;
  }
  return fmt::format(" font-family=\"{}\"{}", family, more) + attribute("font-size", type.size);
}

std::string text(const Command& c, const FontMetrics& fonts) {
  // The width is what the screen gave it: another font on another machine is made to fit.
  const std::string length =
      c.rect.w > 0 ? attribute("textLength", c.rect.w) + " lengthAdjust=\"spacingAndGlyphs\"" : "";
  // Where a line from right to left begins, it stands at its right edge.
  const bool from_right = fonts.right_to_left(c.text);
  return "<text" + attribute("x", from_right ? c.rect.right() : c.rect.x) +
         attribute("y", c.rect.y + fonts.ascent(c.type)) + font(c.type) +
         (from_right ? " direction=\"rtl\"" : "") + length + paint("fill", c.color) +
         " xml:space=\"preserve\">" + words(c) + "</text>";
}

std::string image(const Command& c) {
  const bool averaged = c.image->smooth && c.rect.w < static_cast<float>(c.image->width);
  return "<image" + box(c.rect) + " preserveAspectRatio=\"none\"" +
         (averaged ? "" : " style=\"image-rendering:pixelated\"") +
         " xlink:href=\"data:image/png;base64," + base64(png_bytes(enlarged(*c.image, c.rect))) + "\"/>";
}

std::string element(const Command& c, const FontMetrics& fonts) {
  using Kind = Command::Kind;
  const Vec center = c.rect.center();
  const std::string circle = attribute("cx", center.x) + attribute("cy", center.y);
  switch (c.kind) {
    case Kind::fill:
      return "<rect" + box(c.rect) + (c.radius > 0 ? attribute("rx", c.radius) : "") +
             paint("fill", c.color) + "/>";
    case Kind::frame: {
      // On screen the stroke lies inside the rectangle; here it straddles its path.
      const float radius = std::max(0.0F, c.radius - c.thickness / 2);
      return "<rect" + box(c.rect.inset(c.thickness / 2)) +
             (radius > 0 ? attribute("rx", radius) : "") + stroke(c) + "/>";
    }
    case Kind::line:
    case Kind::polyline:
      return "<polyline" + points(c) + stroke(c) + " stroke-linejoin=\"round\"/>";
    case Kind::polygon:
      return "<polygon" + points(c) + paint("fill", c.color) + "/>";
    case Kind::circle:
      return "<circle" + circle + attribute("r", c.rect.w / 2) + paint("fill", c.color) + "/>";
    case Kind::ring:
      return "<circle" + circle + attribute("r", c.rect.w / 2) + stroke(c) + "/>";
    case Kind::bezier:
      if (c.points.size() != 4) return {};
      return fmt::format("<path d=\"M{},{} C{},{} {},{} {},{}\"{}/>", decimal(c.points[0].x),
                         decimal(c.points[0].y), decimal(c.points[1].x), decimal(c.points[1].y),
                         decimal(c.points[2].x), decimal(c.points[2].y), decimal(c.points[3].x),
                         decimal(c.points[3].y), stroke(c));
    case Kind::text:
      return text(c, fonts);
    case Kind::image:
      return image(c);
  }
  return {};
}

using Box = std::tuple<float, float, float, float>;
Box key(const Rect& r) {
  return {r.x, r.y, r.w, r.h};
}

}  // namespace

std::string to_svg(const Canvas& canvas, Color background) {
  const Rect whole = canvas.whole();
  std::map<Box, std::size_t> clips;
  std::string definitions, body;
  for (const int layer : {0, 1}) {
    const Rect* open = nullptr;  // the clip of the group being written
    for (const Command& c : canvas.commands()) {
      if (c.layer != layer) continue;
      if (open == nullptr || !(*open == c.clip)) {
        if (open != nullptr) body += "</g>\n";
        open = &c.clip;
        const auto [at, is_new] = clips.try_emplace(key(c.clip), clips.size());
        if (is_new) {
          definitions +=
              fmt::format("<clipPath id=\"c{}\"><rect{}/></clipPath>\n", at->second, box(c.clip));
        }
        body +=
            c.clip == whole ? "<g>\n" : fmt::format("<g clip-path=\"url(#c{})\">\n", at->second);
      }
      body += element(c, canvas.fonts()) + "\n";
    }
    if (open != nullptr) body += "</g>\n";
  }
  const std::string size = attribute("width", whole.w) + attribute("height", whole.h);
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
         "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\"" +
         size +
         fmt::format(" viewBox=\"{} {} {} {}\">\n", decimal(whole.x), decimal(whole.y),
                     decimal(whole.w), decimal(whole.h)) +
         "<defs>\n" + definitions + "</defs>\n<rect" + box(whole) + paint("fill", background) +
         "/>\n" + body + "</svg>\n";
}

}  // namespace glassformer
