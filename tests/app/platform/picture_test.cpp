#include "app/platform/picture.h"

#include <gtest/gtest.h>

#include "app/platform/fonts.h"
#include "tests/app/platform/layers.h"
#include "tests/support/xml.h"

namespace glassformer {
namespace {

constexpr Color black{0, 0, 0, 255};

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

class Svg : public ::testing::Test {
 protected:
  Svg() { canvas_.begin({0, 0, 200, 100}); }
  std::string svg() {
    std::string text = to_svg(canvas_, {250, 250, 250, 255});
    EXPECT_EQ(testing::xml_error(text), "") << text;
    return text;
  }
  AtlasFonts fonts_;
  Canvas canvas_{fonts_};
};

TEST(Xml, CheckFindsWhatIsWrong) {
  EXPECT_EQ(testing::xml_error("<a b=\"1\"><c/>x &lt; y</a>"), "");
  for (const char* bad : {"<a>", "<a></b>", "<a b=1/>", "<a b=\"1\" b=\"2\"/>", "<a>&x;</a>",
                          "<a/><b/>", "<a>\x01</a>", "text", "<a b=\"<\"/>"}) {
    EXPECT_NE(testing::xml_error(bad), "") << bad;
  }
}

TEST_F(Svg, HoldsEveryKindOfDrawing) {
  canvas_.fill({1, 2, 30, 40}, {0x12, 0x34, 0x56, 128}, 5);
  canvas_.frame({10, 10, 20, 20}, black, 2, 4);
  canvas_.line({0, 0}, {10, 10}, black);
  canvas_.polyline({{0, 0}, {5, 5}, {9, 0}}, black, 1.5);
  canvas_.polygon({{0, 0}, {9, 0}, {9, 9}}, black);
  canvas_.circle({50, 50}, 10, black);
  canvas_.ring({50, 50}, 12, black);
  canvas_.bezier({0, 0}, {1, 2}, {3, 4}, {5, 6}, black);
  canvas_.image({100, 10, 20, 20}, Image::make(2, 2, {1, 2, 3, 4}));
  const std::string text = svg();
  EXPECT_TRUE(holds(text,
                    "<rect x=\"1\" y=\"2\" width=\"30\" height=\"40\" rx=\"5\" "
                    "fill=\"#123456\" fill-opacity=\"0.502\"/>"));
  EXPECT_TRUE(
      holds(text, "<rect x=\"11\" y=\"11\" width=\"18\" height=\"18\" rx=\"3\" fill=\"none\""));
  EXPECT_TRUE(holds(text, "M0,0 C1,2 3,4 5,6"));
  EXPECT_TRUE(holds(text, "data:image/png;base64,iVBORw0KGgo"));
  EXPECT_TRUE(holds(text, "fill=\"#fafafa\""));
}

TEST_F(Svg, EscapesText) {
  canvas_.text({0, 0}, "a<b & \"c\">\x01\x7F\xFF\xC3(\xEF\xBF\xBE) Ж", {Face::text, 14}, black);
  EXPECT_TRUE(holds(svg(), ">a&lt;b &amp; \"c\"&gt;\uFFFD\uFFFD(\uFFFD) Ж</text>"));
}

TEST_F(Svg, StandsFiguresUprightInFormulas) {
  canvas_.text({0, 0}, "x+1", {Face::math, 14}, black);
  EXPECT_TRUE(holds(svg(), ">x<tspan font-style=\"normal\">+1</tspan></text>"));
}

TEST_F(Svg, ClipsAndOrdersLayers) {
  testing::draw_layers(canvas_, {2, 2, 2, 255}, {1, 1, 1, 255});
  const std::string text = svg();
  EXPECT_TRUE(holds(text, "<rect x=\"5\" y=\"5\" width=\"20\" height=\"20\"/></clipPath>"));
  EXPECT_LT(text.find("#020202"), text.find("#010101"));
}

TEST(Png, HasItsSignatureAndSize) {
  const std::string bytes = png_bytes({3, 2, std::vector<unsigned char>(24, 200)});
  EXPECT_EQ(bytes.substr(0, 8), "\x89PNG\r\n\x1A\n");
  EXPECT_EQ(bytes[19], 3);
  EXPECT_EQ(bytes[23], 2);
}

}  // namespace
}  // namespace glassformer
