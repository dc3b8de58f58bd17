#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "app/widgets/theme.h"

namespace glassformer {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(ParseNumber, ReadsWhatPeopleType) {
  const std::pair<const char*, double> all[] = {
      {"0.25", 0.25},    {" 3\t", 3},     {"+3", 3},         {"-3", -3},          {"−3", -3},
      {"1e-4", 1e-4},    {"-1E3", -1000}, {"inf", infinity}, {"-inf", -infinity}, {"∞", infinity},
      {"−∞", -infinity}, {".5", 0.5},     {"007", 7}};
  for (const auto& [text, value] : all) {
    const auto read = parse_number(text);
    ASSERT_TRUE(read) << text;
    EXPECT_EQ(*read, value) << text;
  }
}

TEST(ParseNumber, RefusesWhatIsNone) {
  for (const char* text : {"", " ", "-", "--3", "+-3", "−-3", "-+3", "3x", "3 4", "1,5", "nan",
                           "infinite", "1e999", "x"}) {
    EXPECT_FALSE(parse_number(text)) << text;
  }
}

}  // namespace
}  // namespace glassformer
