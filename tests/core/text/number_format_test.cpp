#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/grad/number_text.h"
#include "core/text/number_format.h"

namespace glassformer {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(FormatCell, PrintsThreeSignificantDigits) {
  EXPECT_EQ(format_cell(0.880797), "0.881");
  EXPECT_EQ(format_cell(0.0634), "0.0634");
  EXPECT_EQ(format_cell(6.6831), "6.68");
  EXPECT_EQ(format_cell(-12.345), "−12.3");
  EXPECT_EQ(format_cell(123.456), "123");
  EXPECT_EQ(format_cell(0.00123456), "0.00123");
}

TEST(FormatCell, PrintsTheShortFormOnlyOfTheVeryNumber) {
  EXPECT_EQ(format_cell(0), "0");
  EXPECT_EQ(format_cell(-0.0), "0");
  EXPECT_EQ(format_cell(1), "1");
  EXPECT_EQ(format_cell(-2), "−2");
  EXPECT_EQ(format_cell(0.5), "0.5");
  EXPECT_EQ(format_cell(0.1F), "0.1") << "the float nearest to 0.1";
  EXPECT_EQ(format_cell(0.50001), "0.500");
  EXPECT_EQ(format_cell(0.9999), "1.00") << "not quite one";
  EXPECT_EQ(format_cell(1.99999), "2.00");
}

// The cosine of a row with itself: on one row it comes out as 1, on the next as 0.99999994.
TEST(FormatCell, WhatOnlyRoundingKeepsFromAWholeNumberIsThatNumber) {
  EXPECT_EQ(format_cell(0.99999994F), "1");
  EXPECT_EQ(format_decimals(0.99999994F, 3), "1");
  EXPECT_EQ(format_decimals(-1.0000001F, 3), "−1");
  EXPECT_EQ(format_decimals(0.999998, 3), "1.000");
  EXPECT_EQ(format_decimals(1e-9, 3), format_cell(1e-9)) << "nothing is only 0";
  EXPECT_EQ(format_exact(0.99999994F), "1.00000") << "the inspector has six digits for it";
}

// The thin spaces of groups and powers, as plain ones.
std::string spaced(std::string text) {
  const std::string thin = "\u2009";
  for (auto at = text.find(thin); at != text.npos; at = text.find(thin)) {
    text.replace(at, thin.size(), " ");
  }
  return text;
}

TEST(FormatCell, KeepsTheWholePartOfThousands) {
  EXPECT_EQ(format_cell(1024), "1024");
  EXPECT_EQ(format_cell(1234.5), "1234");
  EXPECT_EQ(spaced(format_cell(9999.6)), "10 000") << "groups from five digits on";
  EXPECT_EQ(format_cell(12345.6), "12\u2009346");
}

TEST(FormatCell, WritesAPowerOfTenOnlyBeyondFourZeros) {
  EXPECT_EQ(format_cell(0.000335), "0.000335");
  EXPECT_EQ(spaced(format_cell(0.0000335)), "3.35 × 10⁻⁵");
  EXPECT_EQ(spaced(format_cell(1.2345e-7)), "1.23 × 10⁻⁷");
  EXPECT_EQ(format_cell(-1e-9), "−10⁻⁹");
  EXPECT_EQ(spaced(format_cell(123456)), "123 456") << "a count";
  EXPECT_EQ(spaced(format_cell(123456.5)), "1.23 × 10⁵");
  EXPECT_EQ(spaced(format_cell(1234567)), "1.23 × 10⁶");
  EXPECT_EQ(spaced(format_cell(3.28e18)), "3.28 × 10¹⁸");
  EXPECT_EQ(spaced(format_cell(std::numeric_limits<double>::max())), "1.80 × 10³⁰⁸");
  EXPECT_EQ(spaced(format_cell(std::numeric_limits<double>::denorm_min())), "4.94 × 10⁻³²⁴");
}

TEST(FormatCell, WritesWhatIsNotANumber) {
  EXPECT_EQ(format_cell(-kInfinity), "−∞");
  EXPECT_EQ(format_cell(kInfinity), "∞");
  EXPECT_EQ(format_cell(std::nan("")), "—");
}

// The inspector writes a cell's value with the one and its terms with the other.
TEST(FormatDigits, HasAPowerWhereExplanationsHaveOne) {
  for (int exponent = -12; exponent < 0; ++exponent) {
    for (const double mantissa : {1.0, -1.2, 3.4567, 9.9999999}) {
      const double value = mantissa * std::pow(10, exponent);
      const auto power = [](const std::string& text) {
        const auto ten = text.find("10⁻");
        return ten == std::string::npos ? std::string() : text.substr(ten);
      };
      for (const int digits : {4, 6}) {
        EXPECT_EQ(power(format_digits(value, digits)),
                  power(typeset_numbers(number_text(value, digits))))
            << value << " to " << digits << " digits";
      }
    }
  }
}

TEST(FormatExact, PrintsSixSignificantDigits) {
  EXPECT_EQ(format_exact(0.8807970780), "0.880797");
  EXPECT_EQ(format_exact(0.99999989), "1.00000");
  EXPECT_EQ(format_exact(112), "112");
  EXPECT_EQ(format_exact(-1.0 / 3), "−0.333333");
  EXPECT_EQ(spaced(format_exact(1.12535e-7)), "1.12535 × 10⁻⁷");
  EXPECT_EQ(spaced(format_exact(123456)), "123 456");
  EXPECT_EQ(spaced(format_exact(1234567.5)), "1.23457 × 10⁶");
}

TEST(FormatExact, PrintsCountsDigitByDigit) {
  EXPECT_EQ(spaced(format_exact(1048576)), "1 048 576");
  EXPECT_EQ(spaced(format_exact(-63045632)), "−63 045 632");
  EXPECT_EQ(spaced(format_exact(9.5e17)), "9.5 × 10¹⁷");
  EXPECT_EQ(spaced(format_digits(1048576, 3)), "1.05 × 10⁶");  // in a cell there is no room
  EXPECT_EQ(spaced(format_count(214171648)), "214 171 648");
  EXPECT_EQ(spaced(format_count(123456789012)), "123 456 789 012");
  EXPECT_EQ(format_count(0.5), "0.5");
}

TEST(FormatDigits, GivesAsManyDigitsAsAreWanted) {
  EXPECT_EQ(format_digits(0.880797, 2), "0.88");
  EXPECT_EQ(format_digits(0.880797, 1), "0.9");
  EXPECT_EQ(format_digits(0.97, 1), "1");
  EXPECT_EQ(spaced(format_digits(1.2345e-7, 1)), "10⁻⁷");
  EXPECT_EQ(format_digits(0.5, 0), "0.5");
  EXPECT_EQ(format_digits(1900, 2), "1900");
}

TEST(FormatDecimals, GivesTheCellsOfAMatrixOneNumberOfThem) {
  EXPECT_EQ(decimals_of(6.68), 2);
  EXPECT_EQ(decimals_of(0.881), 3);
  EXPECT_EQ(decimals_of(0.9996), 2) << "three digits of it are 1.00";
  EXPECT_EQ(decimals_of(112), 0);
  EXPECT_EQ(format_decimals(-1.249, 2), "−1.25");
  EXPECT_EQ(format_decimals(0.5, 2), "0.50");
  EXPECT_EQ(format_decimals(2, 2), "2") << "a whole number";
  EXPECT_EQ(format_decimals(0, 2), "0");
  EXPECT_EQ(format_decimals(0.0634, 2), "0.06");
  EXPECT_EQ(format_decimals(0.00634, 2), "0.00634") << "two decimals would leave nothing";
  EXPECT_EQ(spaced(format_decimals(3.2e-8, 2)), "3.2 × 10⁻⁸") << "and here none";
  EXPECT_EQ(format_decimals(-kInfinity, 2), "−∞");
}

TEST(FormatCompact, SavesRoomWithTheLetterOfAPower) {
  EXPECT_EQ(format_compact(1.2345e-7, 2), "1.2e−7");
  EXPECT_EQ(format_compact(1.2345e-7, 1), "1e−7");
  EXPECT_EQ(format_compact(0.000335, 2), "3.4e−4");
  EXPECT_EQ(format_compact(123456.5, 3), "1.2e5");
  EXPECT_EQ(format_compact(1900, 1), "2e3");
  EXPECT_EQ(format_compact(0.0387, 2), "0.039");
  EXPECT_EQ(format_compact(-kInfinity, 2), "−∞");
}

TEST(FormatPower, HasAPowerWhateverTheSize) {
  EXPECT_EQ(format_power(10000, 1), "10⁴");
  EXPECT_EQ(spaced(format_power(0.02, 1)), "2 × 10⁻²");
}

TEST(FormatMarkup, WritesPowersAndGroupsAsFormulasDo) {
  EXPECT_EQ(format_markup(0.00001234, 3), "1.23 \\cdot 10^{−5}");
  EXPECT_EQ(format_markup(-1e-6, 3), "−10^{−6}");
  EXPECT_EQ(format_markup(170000, 6), "170\\,000");
  EXPECT_EQ(format_markup(0.5, 3), "0.5");
}

TEST(FormatTyped, CanBeTypedAgain) {
  EXPECT_EQ(format_typed(-0.5), "-0.5");
  EXPECT_EQ(format_typed(123456), "123456");
  EXPECT_EQ(format_typed(1.5e-7), "1.5e-07");
  EXPECT_EQ(format_typed(-kInfinity), "-inf");
}

TEST(FormatQuantity, TakesThePrefixThatSuits) {
  EXPECT_EQ(format_quantity(1.0094e9, "B"), "1.01 GB");
  EXPECT_EQ(format_quantity(63.1e6, ""), "63.1 M");
  EXPECT_EQ(format_quantity(512, ""), "512");
  EXPECT_EQ(format_quantity(0.0000852, "s"), "85.2 µs");
  EXPECT_EQ(format_quantity(999.6, "B"), "1.00 kB");
  EXPECT_EQ(format_quantity(0, "B"), "0 B");
}

TEST(TypesetNumbers, GivesPlainTextTheFormOfPrint) {
  EXPECT_EQ(spaced(typeset_numbers("-0.25 = -1.2e-5 × 123456")), "−0.25 = −1.2 × 10⁻⁵ × 123 456");
  EXPECT_EQ(spaced(typeset_numbers("e^(−3e−07 − 14)")), "e^(−3 × 10⁻⁷ − 14)");
  EXPECT_EQ(typeset_numbers("2 × -0.5 × −0.25 - 3"), "2 × (−0.5) × (−0.25) − 3");
  EXPECT_EQ(typeset_numbers("-inf"), "−∞");
  EXPECT_EQ(typeset_numbers("e^14 / (e^14 + e^12)"), "e^14 / (e^14 + e^12)");
  EXPECT_EQ(typeset_numbers("infinite h2 0.5 of 10000"), "infinite h2 0.5 of 10\u2009000");
}

TEST(NumberFormat, CountsEndWhereAPowerIsShorter) {
  EXPECT_EQ(format_cell(999'999), "999\u2009999");
  EXPECT_EQ(format_cell(1'000'000), "10⁶");
  EXPECT_EQ(format_cell(-999'999), "−999\u2009999");
  EXPECT_EQ(format_count(123'456'789'012'345),
            "123\u2009"
            "456\u2009"
            "789\u2009"
            "012\u2009"
            "345");
}

TEST(NumberFormat, CompactOnesHaveAPowerFromFivePlacesOn) {
  EXPECT_EQ(format_compact(1234, 4), "1234");
  EXPECT_EQ(format_compact(12'345, 3), "1.2e4");
  EXPECT_EQ(format_compact(999, 1), "1e3");
}

TEST(NumberFormat, ADoubleHasSeventeenDigits) {
  EXPECT_EQ(format_digits(1.0 / 3, 17), "0.33333333333333331");
  EXPECT_EQ(format_digits(1.0 / 3, 99), format_digits(1.0 / 3, 17));
}

}  // namespace
}  // namespace glassformer
