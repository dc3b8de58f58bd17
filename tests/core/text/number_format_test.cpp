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

TEST(FormatCell, KeepsTheWholePartOfThousands) {
  EXPECT_EQ(format_cell(1024), "1024");
  EXPECT_EQ(format_cell(1234.5), "1234");
  EXPECT_EQ(format_cell(9999.6), "1.0e4");
}

TEST(FormatCell, WritesTheTinyAndTheHugeByTheirPower) {
  EXPECT_EQ(format_cell(1.2345e-7), "1.2e−7");
  EXPECT_EQ(format_cell(-1e-9), "−1e−9");
  EXPECT_EQ(format_cell(0.000335), "3.4e−4");
  EXPECT_EQ(format_cell(123456), "123456") << "a count";
  EXPECT_EQ(format_cell(123456.5), "1.2e5");
  EXPECT_EQ(format_cell(1234567), "1.2e6");
  EXPECT_EQ(format_cell(3.28e18), "3.3e18");
  EXPECT_EQ(format_cell(std::numeric_limits<double>::max()), "1.8e308");
  EXPECT_EQ(format_cell(std::numeric_limits<double>::denorm_min()), "4.9e−324");
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
        const auto e = text.find('e');
        return e == std::string::npos ? std::string() : text.substr(e);
      };
      for (const int digits : {4, 6}) {
        EXPECT_EQ(power(format_digits(value, digits)), power(number_text(value, digits)))
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
  EXPECT_EQ(format_exact(1.12535e-7), "1.12535e−7");
  EXPECT_EQ(format_exact(123456), "123456");
  EXPECT_EQ(format_exact(1234567.5), "1.23457e6");
}

TEST(FormatExact, PrintsCountsDigitByDigit) {
  EXPECT_EQ(format_exact(1048576), "1048576");
  EXPECT_EQ(format_exact(-63045632), "−63045632");
  EXPECT_EQ(format_exact(9.5e17), "9.5e17");
  EXPECT_EQ(format_digits(1048576, 3), "1.0e6");  // in a cell there is no room for them
}

TEST(FormatDigits, GivesAsManyDigitsAsThereIsRoomFor) {
  EXPECT_EQ(format_digits(0.880797, 2), "0.88");
  EXPECT_EQ(format_digits(0.880797, 1), "0.9");
  EXPECT_EQ(format_digits(0.97, 1), "1");
  EXPECT_EQ(format_digits(1.2345e-7, 1), "1e−7");
  EXPECT_EQ(format_digits(0.5, 0), "0.5");
  EXPECT_EQ(format_digits(1900, 2), "1900");
  EXPECT_EQ(format_digits(1900, 1), "2e3");
}

}  // namespace
}  // namespace glassformer
