#include "app/platform/typeface.h"

#include <ft2build.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

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

class FreeTypeface : public Typeface {
 public:
  FreeTypeface(FT_Face face, std::string name, bool embolden, bool slanted)
      : face_(face), name_(std::move(name)), embolden_(embolden), slanted_(slanted) {}
  ~FreeTypeface() override { FT_Done_Face(face_); }
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
    if (slanted_) {
      const FT_Matrix lean{0x10000, slant, 0, 0x10000};
      FT_Outline_Transform(&slot->outline, &lean);
    }
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

 private:
  float em(FT_Pos units) const {
    return static_cast<float>(units) / static_cast<float>(std::max<int>(1, face_->units_per_EM));
  }
  FT_Face face_;
  std::string name_;
  bool embolden_;
  bool slanted_;
  float size_ = -1;
  std::vector<unsigned char> bytes_;
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
