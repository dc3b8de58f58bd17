#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <string>

#include "app/platform/fonts.h"
#include "app/platform/picture.h"

namespace glassformer {
namespace {

constexpr Type body{Face::text, 20};

struct Drawn {
  std::vector<AtlasFonts::Quad> glyphs;  // with something to see
  std::vector<AtlasFonts::Colored> emoji;
  float left() const {
    float x = 1e9F;
    for (const auto& glyph : glyphs) x = std::min(x, glyph.at.x);
    return x;
  }
  float right() const {
    float x = -1e9F;
    for (const auto& glyph : glyphs) x = std::max(x, glyph.at.right());
    return x;
  }
};

Drawn draw(AtlasFonts& fonts, std::string_view text, Type type = body) {
  Drawn drawn;
  fonts.lay_out(text, type, {0, 0}, drawn.glyphs, drawn.emoji);
  return drawn;
}

// Where on its line the same picture stands that the text alone has; nothing: nowhere.
std::optional<float> place_of(const Drawn& line, const Drawn& alone) {
  for (const auto& glyph : line.glyphs) {
    for (const auto& wanted : alone.glyphs) {
      if (glyph.place == wanted.place) return glyph.at.x;
    }
  }
  return std::nullopt;
}

// DejaVu has the letters of Arabic and Hebrew, with what joins them.
class InDejaVu : public ::testing::Test {
 protected:
  InDejaVu() { setenv("GLASSFORMER_FONTS", "dejavu", 1), fonts_.emplace(); }
  ~InDejaVu() override { unsetenv("GLASSFORMER_FONTS"); }
  std::optional<AtlasFonts> fonts_;
};

TEST_F(InDejaVu, JoinsArabicLetters) {
  const float joined = fonts_->width("سلام", body);
  float apart = 0;
  for (const char* letter : {"س", "ل", "ا", "م"}) apart += fonts_->width(letter, body);
  EXPECT_LT(joined, 0.9F * apart);
  EXPECT_EQ(draw(*fonts_, "لا").glyphs.size(), 1U) << "lam and alif are one sign";
  EXPECT_NEAR(draw(*fonts_, "سلام").right(), joined, 3);
}

TEST_F(InDejaVu, RunsFromTheRight) {
  const Drawn line = draw(*fonts_, "אבג");
  ASSERT_EQ(line.glyphs.size(), 3U);
  const auto alef = place_of(line, draw(*fonts_, "א")), gimel = place_of(line, draw(*fonts_, "ג"));
  // The same letter may be drawn at another quarter of a pixel: then it is another picture.
  if (alef && gimel) {
    EXPECT_GT(*alef, *gimel);
  }
  EXPECT_GT(fonts_->width("אבג", body), 0);
  EXPECT_TRUE(fonts_->right_to_left("אבג."));
  const Drawn sentence = draw(*fonts_, "אבג.");
  EXPECT_LT(sentence.glyphs.front().at.w, 0.3F * body.size) << "the full stop stands at the left";
}

TEST_F(InDejaVu, KeepsOurWordsAndNumbersInTheirOrder) {
  for (const char* line : {"see שלום now", "קצב 0.25"}) {
    const Drawn drawn = draw(*fonts_, line);
    const float width = fonts_->width(line, body);
    EXPECT_NEAR(drawn.right(), width, 3) << line;
    EXPECT_GE(drawn.left(), -1) << line;
  }
  const Drawn brackets = draw(*fonts_, "(אב)");
  ASSERT_EQ(brackets.glyphs.size(), 4U);
  const Drawn open = draw(*fonts_, "(");
  EXPECT_TRUE(brackets.glyphs.front().place == open.glyphs.front().place)
      << "what opens stands at the left and is mirrored";
}

TEST_F(InDejaVu, PutsMarksOnTheirLetters) {
  EXPECT_NEAR(fonts_->width("cafe\u0301", body), fonts_->width("caf\u00E9", body), 0.01F);
  EXPECT_NEAR(fonts_->width("x\u0302", body), fonts_->width("x", body), 0.01F);
}

TEST_F(InDejaVu, LeavesPlainLinesAsTheyAre) {
  for (const char* line : {"Attention 0.5", "−0.881", "l’été…", "√d_k ≤ ∞", "Жизнь", "日本"}) {
    EXPECT_FALSE(fonts_->shaped(line)) << line;
    float sum = 0;
    std::string_view rest = line;
    while (!rest.empty()) {
      std::size_t size = 1;
      while (size < rest.size() && (static_cast<unsigned char>(rest[size]) & 0xC0U) == 0x80U)
        ++size;
      sum += fonts_->width(rest.substr(0, size), body);
      rest.remove_prefix(size);
    }
    EXPECT_NEAR(fonts_->width(line, body), sum, 0.01F) << line;
  }
}

TEST_F(InDejaVu, DrawsALineTheSameEveryTime) {
  const Drawn first = draw(*fonts_, "القطة على السجادة"),
              again = draw(*fonts_, "القطة على السجادة");
  ASSERT_EQ(first.glyphs.size(), again.glyphs.size());
  for (std::size_t i = 0; i < first.glyphs.size(); ++i) {
    EXPECT_TRUE(first.glyphs[i].at == again.glyphs[i].at);
    EXPECT_TRUE(first.glyphs[i].place == again.glyphs[i].place);
  }
}

TEST_F(InDejaVu, TellsWhichScriptLacksAFontAndThePackageThatHasIt) {
  EXPECT_EQ(fonts_->lacking(), "");
  fonts_->width("বাংলা", body);
  EXPECT_EQ(fonts_->lacking(),
            "There is no font here for Bengali: install the package fonts-noto-core.");
  fonts_->width("日本", body);
  EXPECT_EQ(fonts_->lacking(),
            "There is no font here for Chinese and Bengali: install the packages fonts-noto-cjk "
            "and fonts-noto-core.");
  fonts_->next_frame();
  EXPECT_NE(fonts_->lacking(), "") << "what the last frame showed is still on the screen";
  fonts_->next_frame();
  EXPECT_EQ(fonts_->lacking(), "");
  fonts_->width("বাংলা", body);
  EXPECT_NE(fonts_->lacking(), "") << "also for a line that was measured before";
}

TEST_F(InDejaVu, BearsWhateverIsTyped) {
  std::string marks = "a";
  for (int i = 0; i < 2000; ++i) marks += "\u0301";
  std::string joiners;
  for (int i = 0; i < 500; ++i) joiners += "\U0001F468\u200D";
  const std::string directions = "\u202E\u2066\u202Dabc\u05D0\u2069\u2069\u202C\u202C";
  for (const std::string& text :
       {marks, joiners, directions, std::string("\u05D0\xFF\xC3\u0628\xE2\x83"),
        std::string(9000, '\xD7'), std::string("\u0301"), std::string("\uFE0F"),
        std::string("\U0001F1EB")}) {
    EXPECT_GE(fonts_->width(text, body), 0);
    draw(*fonts_, text);
  }
  for (int i = 0; i < 5000; ++i) fonts_->width("\u05D0" + std::to_string(i), body);
  EXPECT_GT(fonts_->width("\u05D0", body), 0);
}

TEST_F(InDejaVu, ShowsTheBlankThatBeginsAPieceOfAText) {
  const Drawn piece = draw(*fonts_, " at"), rest = draw(*fonts_, "at");
  ASSERT_EQ(piece.glyphs.size(), 3U);
  EXPECT_EQ(rest.glyphs.size(), 2U);
  EXPECT_NEAR(fonts_->width(" at", body), fonts_->width("\u2423", body) + fonts_->width("at", body),
              0.01F);
  EXPECT_EQ(draw(*fonts_, " ").glyphs.size(), 0U) << "between words it is a blank";
  EXPECT_EQ(draw(*fonts_, "a t").glyphs.size(), 2U);
  EXPECT_EQ(draw(*fonts_, " \u0643\u0644\u0628").glyphs.size(), 4U);
  Canvas canvas(*fonts_);
  canvas.begin({0, 0, 400, 100});
  canvas.text({100, 10}, " at", body, {0, 0, 0, 255});
  EXPECT_NE(to_svg(canvas, {255, 255, 255, 255}).find(">\u2423at</text>"), std::string::npos);
}

TEST_F(InDejaVu, SvgBeginsWhereTheLineDoes) {
  Canvas canvas(*fonts_);
  canvas.begin({0, 0, 400, 100});
  canvas.text({100, 10}, "שלום", body, {0, 0, 0, 255});
  canvas.text({100, 40}, "see שלום now", body, {0, 0, 0, 255});
  const std::string svg = to_svg(canvas, {255, 255, 255, 255});
  const std::size_t first = svg.find("direction=\"rtl\"");
  EXPECT_NE(first, std::string::npos);
  EXPECT_EQ(svg.find("direction=\"rtl\"", first + 1), std::string::npos) << "the first line alone";
  EXPECT_EQ(svg.find("<text x=\"100\""), svg.rfind("<text x=\"100\"")) << "it begins at its right";
}

// The fonts of the system; a test of a script that has none here says so.
class InSystemFonts : public ::testing::Test {
 protected:
  bool has(std::string_view script) const {
    for (const auto& known : fonts_.scripts()) {
      if (known.script == script) return !known.font.empty();
    }
    ADD_FAILURE() << script << " is not known";
    return false;
  }
  AtlasFonts fonts_;
};

TEST_F(InSystemFonts, PutBengaliVowelsBeforeTheirConsonant) {
  if (!has("Bengali")) GTEST_SKIP() << "skipped: no font for Bengali here";
  const Drawn syllable = draw(fonts_, "কি"), consonant = draw(fonts_, "ক");
  ASSERT_EQ(syllable.glyphs.size(), 2U);
  ASSERT_EQ(consonant.glyphs.size(), 1U);
  EXPECT_NEAR(syllable.glyphs.back().at.w, consonant.glyphs.front().at.w, 1)
      << "the consonant comes last";
  EXPECT_GT(syllable.glyphs.back().at.x, syllable.glyphs.front().at.x);
}

TEST_F(InSystemFonts, MakeConjunctsOfHindi) {
  if (!has("Devanagari")) GTEST_SKIP() << "skipped: no font for Devanagari here";
  EXPECT_EQ(draw(fonts_, "क्ष").glyphs.size(), 1U);
  EXPECT_LT(fonts_.width("क्ष", body), fonts_.width("क", body) + fonts_.width("ष", body));
}

TEST_F(InSystemFonts, StackThaiMarks) {
  if (!has("Thai")) GTEST_SKIP() << "skipped: no font for Thai here";
  EXPECT_NEAR(fonts_.width("ที่", body), fonts_.width("ท", body), 0.01F);
}

TEST_F(InSystemFonts, DrawAFamilyAsOneEmojiInColour) {
  if (!has("emoji")) GTEST_SKIP() << "skipped: no font for emoji here";
  const Drawn family = draw(fonts_, "\U0001F468\u200D\U0001F469\u200D\U0001F467");
  if (family.emoji.empty() && !family.glyphs.empty()) GTEST_SKIP() << "skipped: none in colour";
  ASSERT_EQ(family.emoji.size(), 1U);
  EXPECT_TRUE(family.glyphs.empty());
  EXPECT_GT(family.emoji[0].at.w, 0.8F * body.size);
  EXPECT_LT(family.emoji[0].at.w, 1.8F * body.size);
  const float width = fonts_.width("\U0001F468\u200D\U0001F469\u200D\U0001F467", body);
  EXPECT_NEAR(width, family.emoji[0].at.w, 0.3F * body.size);
  EXPECT_EQ(draw(fonts_, "a \U0001F600 b").emoji.size(), 1U);
  EXPECT_EQ(draw(fonts_, "a \U0001F600 b").glyphs.size(), 2U);
}

TEST_F(InSystemFonts, DrawEveryKnownScriptThatHasAFont) {
  for (const auto& [script, font, package] : fonts_.scripts()) {
    EXPECT_FALSE(script.empty());
    EXPECT_TRUE(package.starts_with("fonts-")) << script;
  }
}

}  // namespace
}  // namespace glassformer
