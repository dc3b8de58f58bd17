// What a colour says: cividis, blue and orange, and which ink reads on it.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "app/widgets/contrast.h"
#include "app/widgets/matrix_parts.h"
#include "app/widgets/theme.h"

namespace glassformer {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Nuñez, Anderton and Renslow 2018: ten samples of cividis, ninths apart.
TEST(Colors, UnitValuesAreCividis) {
  constexpr std::uint32_t table[] = {0x00224e, 0x123570, 0x3b496c, 0x575d6d, 0x707173,
                                     0x8a8678, 0xa59c74, 0xc3b369, 0xe1cc55, 0xfee838};
  const Theme theme = make_theme(false, 1);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(theme.unit_value(i / 9.0), rgb(table[i])) << i;
  EXPECT_EQ(theme.unit_value(-1), rgb(table[0]));
  EXPECT_EQ(theme.unit_value(2), rgb(table[9]));
  EXPECT_EQ(theme.unit_value(0.5 / 9), mix(rgb(table[0]), rgb(table[1]), 0.5F));
  EXPECT_EQ(theme.unit_value(std::nan("")), theme.faint_ink);
}

TEST(Colors, NegativeIsBlueAndPositiveOrange) {
  for (const bool dark : {false, true}) {
    const Theme theme = make_theme(dark, 1);
    const Color zero = theme.signed_value(0, 2), positive = theme.signed_value(2, 2),
                negative = theme.signed_value(-2, 2);
    EXPECT_GT(positive.r, positive.b);
    EXPECT_GT(negative.b, negative.r);
    EXPECT_EQ(theme.signed_value(1, 2), mix(zero, positive, 0.5F));
    EXPECT_EQ(theme.signed_value(-1, 2), mix(zero, negative, 0.5F));
    EXPECT_EQ(theme.signed_value(infinity, 2), positive) << "its full colour";
    EXPECT_EQ(theme.signed_value(-infinity, 2), negative);
    EXPECT_EQ(theme.signed_value(5, 0), zero) << "nothing to hold it against";
    EXPECT_EQ(theme.signed_value(std::nan(""), 2), theme.faint_ink);
  }
}

// A weight by its square root, a share of the largest, anything else by its sign.
TEST(Colors, ACellIsColouredByItsRole) {
  const Theme theme = make_theme(false, 1);
  EXPECT_EQ(cell_color(theme, Role::probability, 0.25, 1), theme.unit_value(0.5));
  EXPECT_EQ(cell_color(theme, Role::share, 3, 4), theme.unit_value(0.75));
  EXPECT_EQ(cell_color(theme, Role::share, 3, 0), theme.unit_value(0));
  EXPECT_EQ(cell_color(theme, Role::score, -3, 4), theme.signed_value(-3, 4));
  EXPECT_EQ(cell_color(theme, Role::score, -infinity, 4), hatched_color(theme)) << "hidden";
  EXPECT_EQ(cell_color(theme, Role::score, std::nan(""), 4), hatched_color(theme));
  EXPECT_NE(cell_color(theme, Role::score, infinity, 4), hatched_color(theme));
  EXPECT_EQ(cell_color(theme, Role::mask, 0, 1), hatched_color(theme));
  EXPECT_NE(cell_color(theme, Role::mask, 1, 1), hatched_color(theme));
}

// WCAG 2: black on what is brighter than √(1.05 · 0.05) − 0.05 = 0.179, white on what is darker.
TEST(Colors, InkIsWhatReadsBetter) {
  for (int grey = 0; grey < 256; ++grey) {
    const auto g = static_cast<std::uint8_t>(grey);
    const Color behind{g, g, g};
    const float white = contrast(rgb(0xffffff), behind), black = contrast(rgb(0), behind);
    if (std::abs(white - black) < 0.05F) continue;
    EXPECT_EQ(ink_on(behind), white > black ? rgb(0xffffff) : rgb(0)) << grey;
  }
}

// The luminance of WCAG 2: each channel linear (below 0.04045 by 12.92), and then 0.2126, 0.7152
// and 0.0722 of red, green and blue.
TEST(Colors, LuminanceIsThatOfWcag) {
  EXPECT_NEAR(luminance(rgb(0xff0000)), 0.2126, 1e-4);
  EXPECT_NEAR(luminance(rgb(0x00ff00)), 0.7152, 1e-4);
  EXPECT_NEAR(luminance(rgb(0x0000ff)), 0.0722, 1e-4);
  EXPECT_NEAR(luminance(rgb(0x0a0a0a)), 10 / 255.0 / 12.92, 1e-6);
  EXPECT_NEAR(luminance(rgb(0x808080)), 0.2158605, 1e-5);
}

TEST(Colors, ContrastHasNoDirection) {
  const Color a = rgb(0x123456), b = rgb(0xfedcba);
  EXPECT_EQ(contrast(a, b), contrast(b, a));
  EXPECT_GT(contrast(a, b), 1);
}

TEST(Colors, MixtureIsRounded) {
  EXPECT_EQ(mix(rgb(0), rgb(0x010101), 0.5F), rgb(0x010101));
  EXPECT_EQ(mix(rgb(0x0a0a0a), rgb(0x000000), 0.25F), rgb(0x080808)) << "7.5";
  EXPECT_EQ(mix(rgb(0), rgb(0xffffff), 2), rgb(0xffffff));
  EXPECT_EQ(mix(rgb(0), rgb(0xffffff), -1), rgb(0));
}

}  // namespace
}  // namespace glassformer
