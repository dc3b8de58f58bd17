#include <gtest/gtest.h>
#include <hb.h>

#include <memory>
#include <string>
#include <vector>

#include "app/platform/fonts.h"

// Scripts whose letters depend on one another, drawn with the system's own fonts: which glyphs, in
// which order and how wide is held against HarfBuzz, asked anew for the same file. The pictures
// themselves change with the version of a font, and are not compared.
namespace glassformer {
namespace {

constexpr Type body{Face::text, 20};

struct Sample {
  const char* script;  // as the fonts name it
  const char* text;    // a token
  bool from_right;
  unsigned apart;  // more glyphs than it takes: where letters join, those of its characters
};

struct Deleter {
  void operator()(hb_blob_t* blob) const { hb_blob_destroy(blob); }
  void operator()(hb_face_t* face) const { hb_face_destroy(face); }
  void operator()(hb_font_t* font) const { hb_font_destroy(font); }
  void operator()(hb_buffer_t* buffer) const { hb_buffer_destroy(buffer); }
};

struct Glyphs {
  std::vector<unsigned> glyphs;  // from left to right
  std::vector<float> advances;   // em
};

// What HarfBuzz makes of the text alone.
Glyphs shaped_anew(const std::string& file, const char* text) {
  const std::unique_ptr<hb_blob_t, Deleter> blob(hb_blob_create_from_file(file.c_str()));
  const std::unique_ptr<hb_face_t, Deleter> face(hb_face_create(blob.get(), 0));
  const std::unique_ptr<hb_font_t, Deleter> font(hb_font_create(face.get()));
  const std::unique_ptr<hb_buffer_t, Deleter> buffer(hb_buffer_create());
  hb_buffer_add_utf8(buffer.get(), text, -1, 0, -1);
  hb_buffer_guess_segment_properties(buffer.get());
  hb_shape(font.get(), buffer.get(), nullptr, 0);
  unsigned count = 0;
  const hb_glyph_info_t* const infos = hb_buffer_get_glyph_infos(buffer.get(), &count);
  const hb_glyph_position_t* const places = hb_buffer_get_glyph_positions(buffer.get(), &count);
  const auto units = static_cast<float>(hb_face_get_upem(face.get()));
  Glyphs made;
  for (unsigned i = 0; i < count; ++i) {
    made.glyphs.push_back(infos[i].codepoint);
    made.advances.push_back(static_cast<float>(places[i].x_advance) / units);
  }
  return made;
}

class ShapedScripts : public ::testing::TestWithParam<Sample> {};

TEST_P(ShapedScripts, AreDrawnAsHarfBuzzShapesThem) {
  const Sample& sample = GetParam();
  const AtlasFonts fonts;
  for (const auto& known : fonts.scripts()) {
    if (known.script == sample.script && known.font.empty()) {
      GTEST_SKIP() << "skipped: no font for " << sample.script << " here";
    }
  }
  const std::vector<PlacedGlyph> placed = fonts.place(sample.text, body, {0, 0});
  ASSERT_FALSE(placed.empty());
  // "Noto Sans Arabic (/usr/share/fonts/…/NotoSansArabic-Regular.ttf)"
  const std::string name = placed[0].typeface->name();
  const std::size_t slash = name.find('/');
  ASSERT_NE(slash, std::string::npos) << name;
  const std::string file = name.substr(slash, name.find_last_not_of(')') + 1 - slash);
  const Glyphs expected = shaped_anew(file, sample.text);
  ASSERT_EQ(placed.size(), expected.glyphs.size()) << name;
  EXPECT_LT(placed.size(), sample.apart) << "nothing was joined";
  for (std::size_t i = 0; i < placed.size(); ++i) {
    EXPECT_EQ(placed[i].typeface, placed[0].typeface);
    EXPECT_NE(placed[i].index, 0U) << "a box in place of a letter";
    EXPECT_EQ(placed[i].index, expected.glyphs[i]) << "glyph " << i;
    if (i > 0) {
      EXPECT_GE(placed[i].pen.x, placed[i - 1].pen.x) << "glyph " << i;
    }
  }
  float width = 0;
  for (const float advance : expected.advances) width += advance * body.size;
  EXPECT_NEAR(fonts.width(sample.text, body), width, 0.05F);
  EXPECT_EQ(fonts.right_to_left(sample.text), sample.from_right);
  EXPECT_EQ(fonts.lacking(), "");
}

INSTANTIATE_TEST_SUITE_P(Tokens, ShapedScripts,
                         ::testing::Values(Sample{"Arabic", "السلام", true, 6},
                                           Sample{"Hebrew", "שלום", true, 5},
                                           Sample{"Devanagari", "क्षेत्र", false, 7},
                                           Sample{"Thai", "ที่นี่", false, 7},
                                           Sample{"emoji", "👩‍🚀", false, 3}),
                         [](const auto& info) { return std::string(info.param.script); });

}  // namespace
}  // namespace glassformer
