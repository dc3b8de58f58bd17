#include "app/widgets/canvas.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "tests/app/widgets/fake_fonts.h"

namespace glassformer {
namespace {

constexpr Color ink{0, 0, 0, 255};
constexpr Type type{Face::text, 20};  // letters 11 px wide, lines 24 px high

class CanvasTest : public ::testing::Test {
 protected:
  CanvasTest() { canvas_.begin({0, 0, 200, 100}); }
  testing::FakeFonts fonts_;
  Canvas canvas_{fonts_};
};

TEST_F(CanvasTest, RecordsWhatIsDrawnInOrder) {
  canvas_.fill({1, 2, 3, 4}, ink, 1);
  canvas_.set_layer(1);
  EXPECT_FLOAT_EQ(canvas_.text({5, 6}, "ab", type, ink), 22);
  ASSERT_EQ(canvas_.commands().size(), 2U);
  EXPECT_EQ(canvas_.commands()[0].rect, (Rect{1, 2, 3, 4}));
  EXPECT_EQ(canvas_.commands()[0].layer, 0);
  const Command& text = canvas_.commands()[1];
  EXPECT_EQ(text.text, "ab");
  EXPECT_EQ(text.rect, (Rect{5, 6, 22, 24}));
  EXPECT_EQ(text.layer, 1);
  EXPECT_EQ(text.clip, canvas_.whole());
  canvas_.begin({0, 0, 10, 10});
  EXPECT_TRUE(canvas_.commands().empty());
  EXPECT_EQ(canvas_.layer(), 0);
}

TEST_F(CanvasTest, LeavesOutWhatCannotBeSeen) {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  canvas_.fill({300, 0, 10, 10}, ink);
  canvas_.fill({0, 0, 10, 10}, {0, 0, 0, 0});
  canvas_.fill({10, 10, 0, 12}, ink, 3);
  canvas_.fill({nan, 0, 10, 10}, ink);
  canvas_.line({0, nan}, {1, 1}, ink);
  canvas_.polyline({{1, 1}}, ink);
  canvas_.polygon({}, ink);
  canvas_.image({0, 0, 10, 10}, nullptr);
  canvas_.text({0, 0}, "", type, ink);
  EXPECT_TRUE(canvas_.commands().empty());
  EXPECT_FLOAT_EQ(canvas_.text({300, 0}, "ab", type, ink), 22) << "but it still has a width";
  canvas_.line({10, 10}, {20, 10}, ink);
  EXPECT_EQ(canvas_.commands().size(), 1U) << "a line without height is seen";
}

// It has no direction there, and is drawn as a swelling.
TEST_F(CanvasTest, APolylineHasNoPointTwice) {
  canvas_.polyline({{0, 10}, {0, 10}, {20, 10}, {20, 10}, {20, 30}}, ink);
  ASSERT_EQ(canvas_.commands().size(), 1U);
  EXPECT_EQ(canvas_.commands().front().points, (std::vector<Vec>{{0, 10}, {20, 10}, {20, 30}}));
  canvas_.polyline({{5, 5}, {5, 5}}, ink);
  EXPECT_EQ(canvas_.commands().size(), 1U) << "a point is no line";
}

TEST_F(CanvasTest, ClipsNest) {
  canvas_.push_clip({50, 50, 100, 100});
  EXPECT_EQ(canvas_.clip(), (Rect{50, 50, 100, 50}));
  canvas_.push_clip({0, 0, 60, 60});
  EXPECT_EQ(canvas_.clip(), (Rect{50, 50, 10, 10}));
  canvas_.fill({0, 0, 40, 40}, ink);
  EXPECT_TRUE(canvas_.commands().empty());
  canvas_.pop_clip();
  canvas_.pop_clip();
  canvas_.pop_clip();  // one too many
  EXPECT_EQ(canvas_.clip(), canvas_.whole());
}

TEST_F(CanvasTest, TextInARectIsPlacedAndCut) {
  const auto last = [&] { return canvas_.commands().back(); };
  canvas_.text_in({10, 10, 110, 44}, "abc", type, ink);
  EXPECT_EQ(last().rect.origin(), (Vec{10, 20}));
  canvas_.text_in({10, 10, 110, 44}, "abc", type, ink, Align::right);
  EXPECT_FLOAT_EQ(last().rect.right(), 120);
  canvas_.text_in({10, 10, 110, 44}, "abc", type, ink, Align::center);
  EXPECT_FLOAT_EQ(last().rect.center().x, 65);
  canvas_.text_in({10, 10, 55, 44}, "abcdefgh", type, ink);
  EXPECT_EQ(last().text, "abcd…");
}

TEST_F(CanvasTest, CutsWholeCharactersOnly) {
  EXPECT_EQ(canvas_.elided("äöüßéè", type, 44), "äöü…");
  EXPECT_EQ(canvas_.elided("äöüß", type, 44), "äöüß");
  EXPECT_EQ(canvas_.elided("ab cdef", type, 44), "ab…") << "no space before the mark";
  EXPECT_EQ(canvas_.elided("abc", type, 11), "") << "alone it says nothing";
  EXPECT_EQ(canvas_.elided("abc", type, 5), "");
  EXPECT_EQ(canvas_.elided("", type, 5), "");
}

TEST_F(CanvasTest, NeverCutsWhatIsReadAsOneCharacter) {
  const std::string family = "\U0001F468\u200D\U0001F469\u200D\U0001F467", e = "e\u0301";
  EXPECT_EQ(canvas_.elided(e + e + e + e, type, 44), e + "…") << "two and two marks are four wide";
  EXPECT_EQ(canvas_.elided("a" + family + "bcdefg", type, 44), "a…") << "not in the middle of it";
}

TEST_F(CanvasTest, CutsALongWordInTheMiddle) {
  const std::string word = "Donaudampfschifffahrtsgesellschaftskapitän";
  EXPECT_EQ(canvas_.elided(word, type, 110), "Donau…itän");
  EXPECT_EQ(canvas_.elided(word, type, 121), "Donau…pitän");
  EXPECT_EQ(canvas_.elided(word, type, 22), "D…");
  EXPECT_EQ(canvas_.elided(word, type, 2000), word);
  EXPECT_EQ(canvas_.elided("a sentence of several words", type, 110), "a sentenc…");
}

TEST_F(CanvasTest, RemembersWhereALongWordWasCut) {
  const std::string word = "Donaudampfschifffahrtsgesellschaftskapitän";
  canvas_.text_in({0, 0, 110, 24}, "abcdefghijkl", type, ink);
  EXPECT_TRUE(canvas_.cuts().empty()) << "an ordinary one is not told";
  canvas_.text_in({0, 30, 110, 24}, word, type, ink);
  ASSERT_EQ(canvas_.cuts().size(), 1U);
  EXPECT_EQ(canvas_.cuts()[0].whole, word);
  EXPECT_EQ(canvas_.cuts()[0].rect, (Rect{0, 30, 110, 24}));
  canvas_.begin({0, 0, 200, 100});
  EXPECT_TRUE(canvas_.cuts().empty());
}

TEST(CanvasImage, HasAnIdOfItsOwn) {
  const std::vector<std::uint32_t> white{0xffffffff};
  const ImagePtr a = Image::make(1, 1, white), b = Image::make(1, 1, white);
  EXPECT_NE(a->id, b->id);
}

TEST(Geometry, ColoursMixAndShine) {
  EXPECT_EQ(mix(rgb(0x000000), rgb(0xFFFFFF), 0.5F), rgb(0x808080));
  EXPECT_EQ(mix(rgb(0x102030), rgb(0xFFFFFF), -1), rgb(0x102030));
  EXPECT_FLOAT_EQ(luminance(rgb(0xFFFFFF)), 1);
  EXPECT_FLOAT_EQ(luminance(rgb(0x000000)), 0);
  EXPECT_NEAR(luminance(rgb(0x808080)), 0.2159, 1e-3);
}

}  // namespace
}  // namespace glassformer
