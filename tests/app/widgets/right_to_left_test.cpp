#include <gtest/gtest.h>

#include <algorithm>

#include "app/widgets/formula.h"
#include "tests/app/widgets/fake_fonts.h"

namespace glassformer {
namespace {

// Fonts to which what holds a Hebrew letter reads from right to left.
class HebrewFonts : public testing::FakeFonts {
 public:
  bool right_to_left(std::string_view text) const override {
    const auto hebrew = std::count(text.begin(), text.end(), '\xD7');
    const auto latin = std::count_if(text.begin(), text.end(), [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    });
    return hebrew > latin;
  }
};

std::vector<std::string> drawn(std::string_view text, float width = 2000) {
  const HebrewFonts fonts;
  Canvas canvas(fonts);
  Ui ui(canvas, make_theme(false, 1));
  ui.begin({}, {0, 0, 2000, 1000});
  draw_prose(ui, text, {0, 0}, width, ui.theme.body(), {});
  ui.end();
  std::vector<std::string> all;
  for (const Command& c : canvas.commands()) all.push_back(c.text);
  return all;
}

TEST(ProseFromRight, KeepsWordsThatFollowOneAnotherInOnePiece) {
  EXPECT_EQ(drawn("whatever “שלום עולם”, now"),
            (std::vector<std::string>{"whatever", "\u200E“שלום עולם”,", "now"}))
      << "in a sentence that reads from the left";
  EXPECT_EQ(drawn("whatever שלום"), (std::vector<std::string>{"whatever", "\u200Eשלום"}));
  EXPECT_EQ(drawn("שלום עולם."), (std::vector<std::string>{"שלום עולם."}));
  EXPECT_EQ(drawn("a plain line"), (std::vector<std::string>{"a", "plain", "line"}));
}

TEST(ProseFromRight, JoinsWithinALineOnly) {
  const auto lines = drawn("שלום עולם", 50);
  EXPECT_EQ(lines, (std::vector<std::string>{"שלום", "עולם"}));
}

}  // namespace
}  // namespace glassformer
