#include "app/platform/pdf.h"

#include <ft2build.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include "app/platform/fonts.h"
#include "app/platform/outline_font.h"
#include "app/platform/picture_parts.h"
#include "core/formats/file.h"
#include "tests/app/platform/layers.h"
#include "tests/app/platform/pdf_reader.h"
#include "tests/support/temporary_folder.h"

#include FT_FREETYPE_H
#include FT_OUTLINE_H

namespace glassformer {
namespace {

constexpr Color black{0, 0, 0, 255};
using testing::PdfReader;

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

// A font from the bytes of its file, as FreeType reads it.
class ReadFont {
 public:
  explicit ReadFont(std::string file) : file_(std::move(file)) {
    EXPECT_EQ(FT_Init_FreeType(&library_), 0);
    EXPECT_EQ(FT_New_Memory_Face(library_, reinterpret_cast<const FT_Byte*>(file_.data()),
                                 static_cast<FT_Long>(file_.size()), 0, &face_),
              0);
  }
  ~ReadFont() {
    FT_Done_Face(face_);
    FT_Done_FreeType(library_);
  }
  ReadFont(const ReadFont&) = delete;
  ReadFont& operator=(const ReadFont&) = delete;

  explicit operator bool() const { return face_ != nullptr; }
  long glyphs() const { return face_->num_glyphs; }
  // In thousandths of an em, as it is written. False: there is none.
  bool load(unsigned glyph) { return FT_Load_Glyph(face_, glyph, FT_LOAD_NO_SCALE) == 0; }
  const FT_GlyphSlotRec& loaded() const { return *face_->glyph; }

 private:
  std::string file_;
  FT_Library library_ = nullptr;
  FT_Face face_ = nullptr;
};

class Pdf : public ::testing::Test {
 protected:
  Pdf() { canvas_.begin({0, 0, 200, 100}); }
  PdfReader read() const { return PdfReader(to_pdf(canvas_, fonts_, {250, 250, 250, 255})); }
  AtlasFonts fonts_;
  Canvas canvas_{fonts_};
};

TEST_F(Pdf, IsOnePageOfTheCanvasSize) {
  const PdfReader pdf = read();
  EXPECT_TRUE(holds(pdf.page(), "/MediaBox [0 0 200 100]"));
  EXPECT_TRUE(holds(pdf.content(), "0.98 0.98 0.98 rg\n0 0 200 100 re\nf"));
}

TEST_F(Pdf, HoldsEveryKindOfDrawing) {
  canvas_.fill({1, 2, 30, 40}, {0xFF, 0x33, 0x00, 51});
  canvas_.frame({10, 10, 20, 20}, black, 2);
  canvas_.line({0, 0}, {10, 10}, black);
  canvas_.polyline({{0, 0}, {5, 5}, {9, 0}}, black, 1.5);
  canvas_.polygon({{20, 0}, {29, 0}, {29, 9}}, black);
  canvas_.circle({50, 50}, 10, black);
  canvas_.bezier({0, 0}, {1, 2}, {3, 4}, {5, 6}, black);
  canvas_.image({100, 10, 20, 20}, Image::make(2, 2, {0xFF0000FF, 0xFF00FF00, 0x80FF0000, 0}));
  const PdfReader pdf = read();
  const std::string content = pdf.content();
  EXPECT_TRUE(holds(content, "/A51 gs 1 0.2 0 rg\n1 58 30 40 re\nf")) << content;
  EXPECT_TRUE(holds(pdf.page(), "/A51 << /ca 0.2 /CA 0.2 >>"));
  EXPECT_TRUE(holds(content, "2 w\n11 71 18 18 re\nS"));
  EXPECT_TRUE(holds(content, "0 100 m\n5 95 l\n9 100 l\nS"));
  EXPECT_TRUE(holds(content, "20 100 m\n29 100 l\n29 91 l\nf"));
  EXPECT_TRUE(holds(content, "50 60 m\n50 60 l\n55.523 60 60 55.523 60 50 c"));
  EXPECT_TRUE(holds(content, "0 100 m\n1 98 3 96 5 94 c\nS"));
  EXPECT_TRUE(holds(content, "q 20 0 0 20 100 70 cm /I"));
  const std::string& image = pdf.behind(pdf.page(), "/XObject << /I5 ");
  EXPECT_TRUE(holds(image, "/Width 20 /Height 20"));
  const std::string colors = PdfReader::stream(image);
  ASSERT_EQ(colors.size(), 20U * 20 * 3);
  EXPECT_EQ(colors.substr(0, 3), std::string("\xFF\0\0", 3));
  EXPECT_EQ(colors.substr(std::size_t{19} * 3, 3), std::string("\0\xFF\0", 3));
  const std::string alphas = PdfReader::stream(pdf.behind(image, "/SMask "));
  EXPECT_EQ(alphas.substr(10 * 20, 1), "\x80");
  EXPECT_EQ(alphas.back(), '\0');
}

TEST_F(Pdf, ClipsAndOrdersLayers) {
  testing::draw_layers(canvas_, {0, 255, 0, 255}, {255, 0, 0, 255});
  const std::string content = read().content();
  EXPECT_TRUE(holds(content, "q\n5 75 20 20 re\nW n\n/A255 gs 0 1 0 rg\n0 90 10 10 re\nf\nQ"));
  EXPECT_LT(content.find("0 1 0 rg"), content.find("1 0 0 rg"));
}

TEST_F(Pdf, TextStaysTextInEveryScript) {
  canvas_.text({0, 0}, "weights 0.115 (a<b)", {Face::number, 14}, black);
  canvas_.text({0, 20}, "x+1", {Face::math, 14}, black);
  canvas_.text({0, 40}, " cat", {Face::text, 14}, black);
  canvas_.text({0, 60}, "Ж → ∞", {Face::bold, 20}, black);
  const std::string text = read().text();
  EXPECT_TRUE(holds(text, "weights 0.115 (a<b)\n")) << text;
  std::string formula = text;
  std::erase(formula, '\n');
  EXPECT_TRUE(holds(formula, "x+1␣catЖ → ∞")) << formula;
}

// Figures of one width stand where they are narrower in boxes as wide as the others: as gaps, the
// difference would be read as blanks.
TEST_F(Pdf, FiguresOfOneWidthHaveNoGapsBetween) {
  canvas_.text({0, 0}, "0.11511", {Face::number, 14}, black);
  const std::string content = read().content();
  const std::size_t from = content.find("Tm [");
  const std::string shown = content.substr(from + 4, content.find(']', from) - from - 4);
  EXPECT_EQ(std::count(shown.begin(), shown.end(), '<'), 7) << shown;
  EXPECT_EQ(shown.find_first_not_of("<>0123456789ABCDEF"), shown.npos) << shown;
}

TEST_F(Pdf, LettersThatJoinKeepTheirMeaning) {
  if (!fonts_.lacking().empty() || !fonts_.shaped("नमस्ते")) GTEST_SKIP();
  canvas_.text({0, 0}, "नमस्ते", {Face::text, 14}, black);
  std::string text = read().text();
  std::erase(text, '\n');
  EXPECT_EQ(text, "नमस्ते");
}

TEST_F(Pdf, FontsAreEmbeddedWithTheShapesOfTheirGlyphs) {
  canvas_.text({0, 0}, "Sg", {Face::text, 20}, black);
  const PdfReader pdf = read();
  const std::string& font = pdf.behind(pdf.page(), "/F0 ");
  EXPECT_TRUE(holds(font, "/Subtype /Type0"));
  const std::string& glyphs = pdf.behind(font, "/DescendantFonts [");
  ReadFont made(
      PdfReader::stream(pdf.behind(pdf.behind(glyphs, "/FontDescriptor "), "/FontFile3 ")));
  ASSERT_TRUE(made);
  EXPECT_EQ(made.glyphs(), 3);
  const std::vector<PlacedGlyph> placed = fonts_.place("Sg", {Face::text, 20}, {0, 0});
  ASSERT_EQ(placed.size(), 2U);
  for (unsigned i = 0; i < 2; ++i) {
    ASSERT_TRUE(made.load(i + 1));
    float left = 1000, right = -1000, bottom = 1000, top = -1000;
    for (const GlyphOutline::Part& part : placed[i].typeface->outline(placed[i].index).parts) {
      for (const Vec p : {part.to, part.c1, part.c2}) {
        if (part.kind != GlyphOutline::Kind::curve && p == Vec{}) continue;
        left = std::min(left, p.x * 1000);
        right = std::max(right, p.x * 1000);
        bottom = std::min(bottom, p.y * 1000);
        top = std::max(top, p.y * 1000);
      }
    }
    FT_BBox box;
    FT_Outline outline = made.loaded().outline;
    FT_Outline_Get_CBox(&outline, &box);
    EXPECT_NEAR(static_cast<float>(box.xMin), left, 1);
    EXPECT_NEAR(static_cast<float>(box.xMax), right, 1);
    EXPECT_NEAR(static_cast<float>(box.yMin), bottom, 1);
    EXPECT_NEAR(static_cast<float>(box.yMax), top, 1);
    EXPECT_NEAR(static_cast<float>(made.loaded().advance.x), placed[i].advance * 1000, 1);
  }
}

// As figures do that are narrower than the widest: a quarter of an em to the right.
class MovedFonts : public AtlasFonts {
 public:
  std::vector<PlacedGlyph> place(std::string_view text, Type type, Vec at) const override {
    std::vector<PlacedGlyph> glyphs = AtlasFonts::place(text, type, at);
    for (PlacedGlyph& glyph : glyphs) glyph.offset += 0.25F;
    return glyphs;
  }
};

TEST_F(Pdf, AGlyphThatStandsAsideInItsBoxIsEmbeddedThere) {
  canvas_.text({0, 0}, "S", {Face::text, 20}, black);
  const MovedFonts moved;
  const auto left_of = [&](const AtlasFonts& fonts) {
    const PdfReader pdf(to_pdf(canvas_, fonts, {250, 250, 250, 255}));
    const std::string& glyphs = pdf.behind(pdf.behind(pdf.page(), "/F0 "), "/DescendantFonts [");
    ReadFont made(
        PdfReader::stream(pdf.behind(pdf.behind(glyphs, "/FontDescriptor "), "/FontFile3 ")));
    EXPECT_TRUE(made && made.load(1));
    FT_BBox box;
    FT_Outline outline = made.loaded().outline;
    FT_Outline_Get_CBox(&outline, &box);
    return static_cast<double>(box.xMin);
  };
  EXPECT_NEAR(left_of(moved) - left_of(fonts_), 250, 1);
}

// What a font's maker allows stands in its table OS/2, in the bytes 8 and 9.
std::string with_licence(std::string font, unsigned licence) {
  const auto number = [&](std::size_t at, int bytes) {
    std::size_t value = 0;
    for (int i = 0; i < bytes; ++i)
      value = value << 8U | static_cast<unsigned char>(font.at(at + static_cast<std::size_t>(i)));
    return value;
  };
  for (std::size_t i = 0; i < number(4, 2); ++i) {
    const std::size_t entry = 12 + 16 * i;
    if (font.substr(entry, 4) != "OS/2") continue;
    const std::size_t table = number(entry + 8, 4);
    font.at(table + 8) = static_cast<char>(licence >> 8U);
    font.at(table + 9) = static_cast<char>(licence);
  }
  return font;
}

// All letters in one font, as if it had that licence.
class LicensedFonts : public AtlasFonts {
 public:
  explicit LicensedFonts(unsigned licence) {
    const std::string name =
        AtlasFonts::place("S", {Face::text, 20}, {0, 0}).at(0).typeface->name();
    const std::size_t open = name.find('(');
    const std::string path = name.substr(open + 1, name.rfind(')') - open - 1);
    if (!path.ends_with(".ttf") && !path.ends_with(".otf")) return;
    write_file(folder_ / "font.ttf",
               with_licence(read_file(path, std::size_t{64} << 20U), licence));
    FontFile file;
    file.path = (folder_ / "font.ttf").string();
    typeface_ = Typeface::open(file, false, false);
  }
  explicit operator bool() const { return typeface_ != nullptr; }
  std::vector<PlacedGlyph> place(std::string_view text, Type type, Vec at) const override {
    std::vector<PlacedGlyph> glyphs = AtlasFonts::place(text, type, at);
    for (PlacedGlyph& glyph : glyphs) glyph.typeface = typeface_.get();
    return glyphs;
  }

 private:
  testing::TemporaryFolder folder_;
  std::unique_ptr<Typeface> typeface_;
};

// Outlines of a font that may not be embedded are drawn; what its maker allows stays text.
TEST_F(Pdf, AFontThatForbidsItIsNotEmbedded) {
  struct Case {
    unsigned licence;
    bool embedded;
  };
  constexpr unsigned installable = 0, restricted = 2, printing = 4, whole_only = 0x100,
                     pictures_only = 0x200;
  canvas_.text({10, 0}, "S", {Face::text, 20}, black);
  for (const Case& one :
       {Case{installable, true}, Case{restricted, false}, Case{printing, true},
        Case{restricted | printing, true}, Case{whole_only, false}, Case{pictures_only, false}}) {
    const LicensedFonts fonts(one.licence);
    if (!fonts) GTEST_SKIP() << "the letters here are in no file of one font";
    const PdfReader pdf(to_pdf(canvas_, fonts, {250, 250, 250, 255}));
    EXPECT_EQ(holds(pdf.page(), "/F0 "), one.embedded) << one.licence;
    EXPECT_EQ(holds(pdf.content(), " Tj") || holds(pdf.content(), "TJ"), one.embedded)
        << one.licence;
    EXPECT_EQ(holds(pdf.content(), " c\n"), !one.embedded) << one.licence << ": an S is bent";
  }
}

// It lies where the letter would.
TEST_F(Pdf, AnOutlineStandsWhereItsLetterDoes) {
  const LicensedFonts fonts(2);
  if (!fonts) GTEST_SKIP() << "the letters here are in no file of one font";
  canvas_.text({10, 0}, "l", {Face::text, 20}, black);
  const std::string content = PdfReader(to_pdf(canvas_, fonts, {250, 250, 250, 255})).content();
  const PlacedGlyph glyph = fonts.place("l", {Face::text, 20}, {10, 0}).at(0);
  const Vec first = glyph.typeface->outline(glyph.index).parts.at(0).to;
  const std::string move = decimal(glyph.pen.x + (glyph.offset + first.x) * glyph.size) + ' ' +
                           decimal(100 - glyph.pen.y + first.y * glyph.size) + " m\n";
  EXPECT_TRUE(holds(content, move)) << move << "\n" << content;
}

TEST_F(Pdf, TextBehindAnEmojiKeepsItsInk) {
  canvas_.text({0, 0}, "👍 yes", {Face::text, 14}, {255, 0, 0, 255});
  const std::string content = read().content();
  const std::size_t emoji = content.find(" Do Q");
  if (emoji == content.npos) GTEST_SKIP() << "no font of emoji in colour here";
  const std::string after = content.substr(emoji);
  EXPECT_LT(after.find("1 0 0 rg"), after.find("TJ")) << content;
}

TEST(OutlineFont, WritesEverySizeOfNumber) {
  FontGlyph glyph;
  glyph.advance = 0.5F;
  using Kind = GlyphOutline::Kind;
  glyph.outline.parts = {{Kind::move, {0.1F, -1.2F}},
                         {Kind::line, {1.3F, 0.107F}},
                         {Kind::curve, {-5, 4}, {1.2F, 1}, {3, 2.5F}}};
  ReadFont font(outline_font("Test", {glyph}));
  ASSERT_TRUE(font);
  ASSERT_TRUE(font.load(1));
  const FT_Outline& outline = font.loaded().outline;
  const std::vector<std::pair<long, long>> expected{
      {100, -1200}, {1300, 107}, {1200, 1000}, {3000, 2500}, {-5000, 4000}};
  ASSERT_GE(outline.n_points, static_cast<int>(expected.size()));
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(outline.points[i].x, expected[i].first) << i;
    EXPECT_EQ(outline.points[i].y, expected[i].second) << i;
  }
  EXPECT_EQ(font.loaded().advance.x, 500);
}

}  // namespace
}  // namespace glassformer
