#include "app/platform/fonts.h"

#include <gtest/gtest.h>
#include <imgui.h>

#include <cstdlib>
#include <fstream>

namespace glassformer {
namespace {

// The environment of this process, put back at the end.
class Environment {
 public:
  Environment(const char* name, const char* value) : name_(name) {
    if (const char* old = std::getenv(name)) old_ = old;
    if (value != nullptr)
      setenv(name, value, 1);
    else
      unsetenv(name);
  }
  ~Environment() {
    if (old_)
      setenv(name_, old_->c_str(), 1);
    else
      unsetenv(name_);
  }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  const char* name_;
  std::optional<std::string> old_;
};

constexpr Type body{Face::text, 16};

std::vector<AtlasFonts::Quad> laid_out(AtlasFonts& fonts, std::string_view text, Type type = body,
                                       Vec at = {0, 0}) {
  std::vector<AtlasFonts::Quad> all;
  std::vector<AtlasFonts::Colored> colored;
  fonts.lay_out(text, type, at, all, colored);
  return all;
}

std::size_t quads(AtlasFonts& fonts, std::string_view text, Type type = body) {
  return laid_out(fonts, text, type).size();
}

TEST(Fonts, MeasureWhatTheyDraw) {
  AtlasFonts fonts;
  for (const Face face : {Face::text, Face::bold, Face::italic, Face::number, Face::math,
                          Face::math_upright, Face::math_bold}) {
    for (const float size : {14.0F, 22.0F, 44.8F}) {
      const Type type{face, size};
      const float width = fonts.width("Softmax", type);
      EXPECT_GT(width, 2 * size);
      EXPECT_LT(width, 6 * size);
      EXPECT_GT(fonts.ascent(type), 0.6F * size);
      EXPECT_GT(fonts.line_height(type), size);
      EXPECT_LT(fonts.line_height(type), 2 * size);
      const auto all = laid_out(fonts, "Softmax", type, {100, 50});
      ASSERT_EQ(all.size(), 7U);
      EXPECT_NEAR(all.back().at.right(), 100 + width, 0.2F * size);
      for (const AtlasFonts::Quad& quad : all) {
        EXPECT_GE(quad.at.y, 49);
        EXPECT_LE(quad.at.bottom(), 51 + fonts.line_height(type));
      }
    }
  }
}

TEST(Fonts, FiguresHaveOneWidth) {
  AtlasFonts fonts;
  const Type type{Face::number, 14};
  const float one = fonts.width("1", type);
  for (const char* figure : {"0", "2", "3", "4", "5", "6", "7", "8", "9", "−", "+", "\u2007"}) {
    EXPECT_FLOAT_EQ(fonts.width(figure, type), one) << figure;
  }
  EXPECT_FLOAT_EQ(fonts.width("−0.881", type), fonts.width("+1.111", type));
}

TEST(Fonts, KnowTheSignsOfMathematics) {
  AtlasFonts fonts;
  const std::size_t replaced = quads(fonts, "\uFFFD");
  EXPECT_EQ(replaced, 1U);
  const auto mark = laid_out(fonts, "\uFFFD");
  for (const char* sign : {"√", "∑", "∞", "−", "×", "·", "÷", "≤", "≥", "≠", "→", "←", "↑", "↓",
                           "⊤", "∈", "‖", "∘", "α", "Ω", "²", "₁", "é", "ł", "Ж", "…", "—"}) {
    const auto all = laid_out(fonts, sign);
    ASSERT_EQ(all.size(), 1U) << sign;
    EXPECT_FALSE(all[0].place == mark[0].place) << sign << " is missing";
  }
}

TEST(Fonts, MarkWhatNoFontHas) {
  AtlasFonts fonts;
  // U+10FFFD is for private use; a byte alone is no character.
  EXPECT_EQ(quads(fonts, "\U0010FFFD"), 1U);
  EXPECT_GT(fonts.width("\U0010FFFD", body), 4);
  EXPECT_EQ(quads(fonts, "a\xFF\xC3"), 3U);
  EXPECT_EQ(quads(fonts, "a\u200Bb\u00ADc\x01"), 3U) << "controls are not drawn";
  EXPECT_FLOAT_EQ(fonts.width("\u200B\x01", body), 0);
}

TEST(Fonts, MathSetsVariablesInItalicAndFiguresUpright) {
  AtlasFonts fonts;
  const Type math{Face::math, 40}, upright{Face::math_upright, 40};
  EXPECT_NE(fonts.width("f", math), fonts.width("f", upright));
  EXPECT_FLOAT_EQ(fonts.width("0123(+)", math), fonts.width("0123(+)", upright));
}

TEST(Fonts, AloneFromDejaVuWhenAsked) {
  const Environment fixed("GLASSFORMER_FONTS", "dejavu");
  AtlasFonts fonts;
  for (const std::string& line : fonts.files()) {
    EXPECT_NE(line.find("DejaVu"), std::string::npos) << line;
  }
}

TEST(Fonts, ThereIsOneInsideTheProgram) {
  const auto typeface = Typeface::built_in();
  ASSERT_NE(typeface, nullptr);
  const unsigned a = typeface->glyph(U'A');
  EXPECT_NE(a, 0U);
  EXPECT_GT(typeface->advance(a), 0.2F);
  const GlyphPicture picture = typeface->draw(a, 16, 0);
  EXPECT_GT(picture.width, 3);
  EXPECT_EQ(picture.coverage.size(), static_cast<std::size_t>(picture.width * picture.height));
}

TEST(Fonts, ASystemWithoutAnyStillShowsText) {
  const std::string config = ::testing::TempDir() + "no_fonts.conf";
  std::ofstream(config) << "<?xml version=\"1.0\"?><fontconfig></fontconfig>";
  const Environment nothing("FONTCONFIG_FILE", config.c_str());
  AtlasFonts fonts;
  EXPECT_NE(fonts.files().front().find("inside the program"), std::string::npos);
  EXPECT_EQ(quads(fonts, "Attention 0.5"), 12U);
  EXPECT_EQ(quads(fonts, "日"), 1U) << "a mark, not nothing";
  // A minus sign, dashes and quotes are written as on a typewriter, and not as a box.
  const auto same = [&](const char* sign, const char* twin) {
    const auto left = laid_out(fonts, sign), right = laid_out(fonts, twin);
    EXPECT_EQ(left.size(), right.size()) << sign;
    for (std::size_t i = 0; i < std::min(left.size(), right.size()); ++i) {
      EXPECT_FLOAT_EQ(left[i].at.w, right[i].at.w) << sign;
      EXPECT_FLOAT_EQ(left[i].at.h, right[i].at.h) << sign;
      EXPECT_FLOAT_EQ(left[i].at.y, right[i].at.y) << sign;
    }
  };
  same("−0.62", "-0.62");
  same("“it’s”", "\"it's\"");
}

TEST(Fonts, AFullAtlasIsEmptiedAndFilledAgain) {
  AtlasFonts fonts;
  bool overflowed = false;
  for (int size = 100; size < 500 && !overflowed; size += 1) {
    quads(fonts, "MWQ@ABCDEFGH", {Face::bold, static_cast<float>(size)});
    overflowed = fonts.take_overflow();
  }
  ASSERT_TRUE(overflowed);
  fonts.clear();
  EXPECT_LT(fonts.atlas().used(), 0.1F);
  EXPECT_EQ(quads(fonts, "MW", {Face::bold, 400}), 2U);
  EXPECT_FALSE(fonts.take_overflow());
}

TEST(Fonts, ImGuiFindsTheGlyphsThatATextHolds) {
  AtlasFonts fonts;
  ImFont* font = fonts.imgui_font(body);
  ASSERT_NE(font, nullptr);
  EXPECT_EQ(font, fonts.imgui_font(body));
  EXPECT_FLOAT_EQ(font->FontSize, fonts.line_height(body));
  EXPECT_NE(font->FindGlyphNoFallback('A'), nullptr);
  EXPECT_EQ(font->FindGlyphNoFallback(0x416), nullptr);
  fonts.expect("Ж");
  EXPECT_NE(font->FindGlyphNoFallback(0x416), nullptr);
  EXPECT_FLOAT_EQ(font->GetCharAdvance('A'), fonts.width("A", body));
  fonts.clear();
  EXPECT_NE(fonts.imgui_font(body)->FindGlyphNoFallback('A'), nullptr);
}

}  // namespace
}  // namespace glassformer
