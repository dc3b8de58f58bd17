#include "app/platform/typeface.h"

#include <ft2build.h>
#include <hb-ft.h>
#include <hb.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

#include FT_FREETYPE_H
#include FT_ADVANCES_H
#include FT_OUTLINE_H

namespace glassformer {
namespace {

// Lives as long as the program: faces refer to it.
FT_Library library() {
  static const FT_Library handle = [] {
    FT_Library made = nullptr;
    return FT_Init_FreeType(&made) == 0 ? made : nullptr;
  }();
  return handle;
}

constexpr FT_Fixed slant = 0x3000;       // 0.19: about 11 degrees
constexpr float thickening = 1.0F / 24;  // em, of an outline made bold

struct ShaperDeleter {
  void operator()(hb_font_t* font) const { hb_font_destroy(font); }
  void operator()(hb_buffer_t* buffer) const { hb_buffer_destroy(buffer); }
};

// The picture of an emoji comes in one size; each pixel of the size that is wanted becomes the mean
// of those that it covers, by their share of it. Bytes: blue, green, red, alpha, multiplied by it.
ImagePtr reduced(const FT_Bitmap& bitmap, int width, int height) {
  std::vector<std::uint32_t> pixels;
  pixels.reserve(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  const double across = static_cast<double>(bitmap.width) / width;
  const double down = static_cast<double>(bitmap.rows) / height;
  const auto share = [](double from, double to, unsigned cell) {
    return std::min(to, cell + 1.0) - std::max(from, static_cast<double>(cell));
  };
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const double left = x * across, right = left + across, top = y * down, bottom = top + down;
      std::array<double, 4> sum{};
      for (auto row = static_cast<unsigned>(top); row < bitmap.rows && row < bottom; ++row) {
        const unsigned char* line = bitmap.buffer + static_cast<std::ptrdiff_t>(row) * bitmap.pitch;
        for (auto col = static_cast<unsigned>(left); col < bitmap.width && col < right; ++col) {
          const double weight = share(top, bottom, row) * share(left, right, col);
          for (std::size_t c = 0; c < 4; ++c) sum[c] += weight * line[4 * std::size_t{col} + c];
        }
      }
      const auto byte = [](double value) {
        return static_cast<std::uint32_t>(std::clamp(std::lround(value), 0L, 255L));
      };
      const double alpha = sum[3];
      const auto color = [&](std::size_t c) { return alpha > 0 ? byte(255 * sum[c] / alpha) : 0U; };
      pixels.push_back(color(2) | color(1) << 8U | color(0) << 16U |
                       byte(alpha / (across * down)) << 24U);
    }
  }
  return Image::make(width, height, std::move(pixels));
}

GlyphOutline decomposed(FT_Outline& outline, float units) {
  struct Drawing {
    GlyphOutline made;
    float units;
    Vec at(const FT_Vector* p) const {
      return {static_cast<float>(p->x) / units, static_cast<float>(p->y) / units};
    }
    void add(GlyphOutline::Kind kind, Vec to, Vec c1 = {}, Vec c2 = {}) {
      made.parts.push_back({kind, to, c1, c2});
    }
  };
  using Kind = GlyphOutline::Kind;
  FT_Outline_Funcs pens{};
  pens.move_to = [](const FT_Vector* to, void* into) {
    auto& drawing = *static_cast<Drawing*>(into);
    drawing.add(Kind::move, drawing.at(to));
    return 0;
  };
  pens.line_to = [](const FT_Vector* to, void* into) {
    auto& drawing = *static_cast<Drawing*>(into);
    drawing.add(Kind::line, drawing.at(to));
    return 0;
  };
  pens.conic_to = [](const FT_Vector* control, const FT_Vector* to, void* into) {
    auto& drawing = *static_cast<Drawing*>(into);
    const Vec from = drawing.made.parts.back().to, bend = drawing.at(control), end = drawing.at(to);
    const auto towards = [&](Vec p) {
      return Vec{p.x + (bend.x - p.x) * 2 / 3, p.y + (bend.y - p.y) * 2 / 3};
    };
    drawing.add(Kind::curve, end, towards(from), towards(end));
    return 0;
  };
  pens.cubic_to = [](const FT_Vector* c1, const FT_Vector* c2, const FT_Vector* to, void* into) {
    auto& drawing = *static_cast<Drawing*>(into);
    drawing.add(Kind::curve, drawing.at(to), drawing.at(c1), drawing.at(c2));
    return 0;
  };
  Drawing drawing{{}, units};
  if (FT_Outline_Decompose(&outline, &pens, &drawing) != 0) return {};
  return std::move(drawing.made);
}

class FreeTypeface : public Typeface {
 public:
  FreeTypeface(FT_Face face, std::string name, bool embolden, bool slanted)
      : face_(face), name_(std::move(name)), embolden_(embolden), slanted_(slanted) {}
  ~FreeTypeface() override {
    shaper_.reset();
    FT_Done_Face(face_);
  }
  FreeTypeface(const FreeTypeface&) = delete;
  FreeTypeface& operator=(const FreeTypeface&) = delete;

  void keep(std::vector<unsigned char> bytes) { bytes_ = std::move(bytes); }

  unsigned glyph(char32_t character) const override { return FT_Get_Char_Index(face_, character); }
  float advance(unsigned glyph) const override {
    FT_Fixed units = 0;
    if (FT_Get_Advance(face_, glyph, FT_LOAD_NO_SCALE, &units) != 0) return 0;
    return em(units) + (embolden_ ? thickening / 2 : 0);
  }
  float ascent() const override { return em(face_->ascender); }
  float descent() const override { return -em(face_->descender); }
  std::string name() const override { return name_; }

  // Of several licences the most generous one counts.
  bool may_be_embedded() const override {
    constexpr unsigned licences = FT_FSTYPE_RESTRICTED_LICENSE_EMBEDDING |
                                  FT_FSTYPE_PREVIEW_AND_PRINT_EMBEDDING |
                                  FT_FSTYPE_EDITABLE_EMBEDDING;
    const unsigned flags = FT_Get_FSType_Flags(face_);
    return (flags & licences) != FT_FSTYPE_RESTRICTED_LICENSE_EMBEDDING &&
           (flags & (FT_FSTYPE_NO_SUBSETTING | FT_FSTYPE_BITMAP_EMBEDDING_ONLY)) == 0;
  }

  GlyphPicture draw(unsigned glyph, float size, float shift) override {
    if (size != size_) {
      size_ = size;
      FT_Set_Char_Size(face_, 0, std::lround(size * 64), 72, 72);
    }
    // Light hinting moves outlines up and down only: sharp lines, true widths.
    if (FT_Load_Glyph(face_, glyph, FT_LOAD_NO_BITMAP | FT_LOAD_TARGET_LIGHT) != 0) return {};
    FT_GlyphSlot slot = face_->glyph;
    if (slot->format != FT_GLYPH_FORMAT_OUTLINE) return {};
    if (embolden_) FT_Outline_Embolden(&slot->outline, std::lround(size * 64 * thickening));
    lean(slot->outline);
    FT_Outline_Translate(&slot->outline, std::lround(shift * 64), 0);
    if (FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL) != 0) return {};
    const FT_Bitmap& bitmap = slot->bitmap;
    GlyphPicture picture{slot->bitmap_left,
                         slot->bitmap_top,
                         static_cast<int>(bitmap.width),
                         static_cast<int>(bitmap.rows),
                         {}};
    picture.coverage.reserve(static_cast<std::size_t>(bitmap.width) * bitmap.rows);
    for (unsigned row = 0; row < bitmap.rows; ++row) {
      const unsigned char* line = bitmap.buffer + static_cast<std::ptrdiff_t>(row) * bitmap.pitch;
      picture.coverage.insert(picture.coverage.end(), line, line + bitmap.width);
    }
    return picture;
  }

  GlyphOutline outline(unsigned glyph) override {
    // In the units of the font: of no size, and so without hinting.
    if (FT_Load_Glyph(face_, glyph, FT_LOAD_NO_SCALE | FT_LOAD_NO_BITMAP) != 0) return {};
    FT_GlyphSlot slot = face_->glyph;
    if (slot->format != FT_GLYPH_FORMAT_OUTLINE) return {};
    const auto units = static_cast<float>(face_->units_per_EM);
    if (embolden_) FT_Outline_Embolden(&slot->outline, std::lround(units * thickening));
    lean(slot->outline);
    return decomposed(slot->outline, units);
  }

  std::vector<ShapedGlyph> shape(const Stretch& stretch) override {
    if (!shaper_) {
      hb_face_t* face = hb_ft_face_create_referenced(face_);
      shaper_.reset(hb_font_create(face));  // in the units of the font: of no size
      hb_face_destroy(face);
      buffer_.reset(hb_buffer_create());
    }
    hb_buffer_t* buffer = buffer_.get();
    hb_buffer_clear_contents(buffer);
    const std::u32string_view line = stretch.line;
    hb_buffer_add_codepoints(buffer, reinterpret_cast<const hb_codepoint_t*>(line.data()),
                             static_cast<int>(line.size()), static_cast<unsigned>(stretch.from),
                             static_cast<int>(stretch.to - stretch.from));
    hb_buffer_set_direction(buffer, stretch.from_right ? HB_DIRECTION_RTL : HB_DIRECTION_LTR);
    hb_buffer_set_script(buffer, static_cast<hb_script_t>(stretch.script));
    // Letters that stand by themselves do so in every line, whatever else is in it.
    static constexpr hb_feature_t apart[] = {
        {HB_TAG('k', 'e', 'r', 'n'), 0, 0, static_cast<unsigned>(-1)},
        {HB_TAG('l', 'i', 'g', 'a'), 0, 0, static_cast<unsigned>(-1)}};
    const Script* script = known_script(stretch.script);
    const bool plain = script == nullptr || !script->shaped;
    hb_shape(shaper_.get(), buffer, plain ? apart : nullptr, plain ? 2 : 0);
    unsigned count = 0;
    const hb_glyph_info_t* infos = hb_buffer_get_glyph_infos(buffer, &count);
    const hb_glyph_position_t* places = hb_buffer_get_glyph_positions(buffer, &count);
    // FreeType knows no units of a font that holds pictures alone.
    const auto units = static_cast<float>(hb_face_get_upem(hb_font_get_face(shaper_.get())));
    const auto em = [&](hb_position_t length) { return static_cast<float>(length) / units; };
    std::vector<ShapedGlyph> glyphs;
    glyphs.reserve(count);
    for (unsigned i = 0; i < count; ++i) {
      const float thicker = embolden_ && places[i].x_advance > 0 ? thickening / 2 : 0;
      glyphs.push_back({infos[i].codepoint, em(places[i].x_advance) + thicker,
                        em(places[i].x_offset), em(places[i].y_offset), infos[i].cluster});
    }
    return glyphs;
  }

  ColorPicture draw_in_color(unsigned glyph, float size) override {
    if (!FT_HAS_COLOR(face_) || face_->num_fixed_sizes < 1) return {};
    int largest = 0;
    for (int i = 1; i < face_->num_fixed_sizes; ++i) {
      if (face_->available_sizes[i].y_ppem > face_->available_sizes[largest].y_ppem) largest = i;
    }
    size_ = -1;
    if (FT_Select_Size(face_, largest) != 0 || FT_Load_Glyph(face_, glyph, FT_LOAD_COLOR) != 0) {
      return {};
    }
    const FT_Bitmap& bitmap = face_->glyph->bitmap;
    if (bitmap.pixel_mode != FT_PIXEL_MODE_BGRA || bitmap.width == 0 || bitmap.rows == 0) return {};
    const float drawn = static_cast<float>(face_->available_sizes[largest].y_ppem) / 64;
    const float scale = size / std::max(1.0F, drawn);
    const auto px = [&](auto length) {
      return static_cast<int>(std::lround(static_cast<float>(length) * scale));
    };
    return {px(face_->glyph->bitmap_left), px(face_->glyph->bitmap_top),
            reduced(bitmap, std::max(1, px(bitmap.width)), std::max(1, px(bitmap.rows)))};
  }

 private:
  void lean(FT_Outline& outline) const {
    if (!slanted_) return;
    const FT_Matrix matrix{0x10000, slant, 0, 0x10000};
    FT_Outline_Transform(&outline, &matrix);
  }
  float em(FT_Pos units) const {
    return static_cast<float>(units) / static_cast<float>(std::max<int>(1, face_->units_per_EM));
  }
  FT_Face face_;
  std::string name_;
  bool embolden_;
  bool slanted_;
  float size_ = -1;
  std::vector<unsigned char> bytes_;
  std::unique_ptr<hb_font_t, ShaperDeleter> shaper_;  // made when it is first needed
  std::unique_ptr<hb_buffer_t, ShaperDeleter> buffer_;
};

}  // namespace

std::unique_ptr<Typeface> Typeface::open(const FontFile& file, bool bold, bool italic) {
  FT_Face face = nullptr;
  if (library() == nullptr || FT_New_Face(library(), file.path.c_str(), file.index, &face) != 0) {
    return nullptr;
  }
  const bool embolden = bold && !file.bold, slanted = italic && !file.italic;
  std::string name = file.family + (embolden ? ", made bold" : "") + (slanted ? ", slanted" : "") +
                     " (" + file.path + ")";
  return std::make_unique<FreeTypeface>(face, std::move(name), embolden, slanted);
}

std::unique_ptr<Typeface> Typeface::built_in() {
  ImFontAtlas atlas;
  atlas.AddFontDefault();
#if IMGUI_VERSION_NUM >= 19184
  const ImFontConfig& config = atlas.Sources[0];
#else
  const ImFontConfig& config = atlas.ConfigData[0];
#endif
  const auto* first = static_cast<const unsigned char*>(config.FontData);
  std::vector<unsigned char> bytes(first, first + config.FontDataSize);
  FT_Face face = nullptr;
  if (library() == nullptr ||
      FT_New_Memory_Face(library(), bytes.data(), static_cast<FT_Long>(bytes.size()), 0, &face) !=
          0) {
    return nullptr;
  }
  auto typeface =
      std::make_unique<FreeTypeface>(face, "ProggyClean (inside the program)", false, false);
  typeface->keep(std::move(bytes));
  return typeface;
}

}  // namespace glassformer
