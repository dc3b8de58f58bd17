#include "app/views/vectors/word_search.h"

#include <gtest/gtest.h>

namespace glassformer {
namespace {

TEST(WordSearch, APatternIsTheWholeWord) {
  EXPECT_TRUE(fits_pattern("walking", "*ing"));
  EXPECT_TRUE(fits_pattern("ing", "*ing"));
  EXPECT_FALSE(fits_pattern("inge", "*ing"));
  EXPECT_TRUE(fits_pattern("cat", "c?t"));
  EXPECT_TRUE(fits_pattern("cöt", "c?t"));
  EXPECT_FALSE(fits_pattern("ct", "c?t"));
  EXPECT_TRUE(fits_pattern("abcabd", "*ab?"));
  EXPECT_TRUE(fits_pattern("", "*"));
  EXPECT_FALSE(fits_pattern("", "?"));
  EXPECT_TRUE(fits_pattern("aXbXc", "a*b*c"));
}

TEST(WordSearch, TextIsFoundAnywhereInTheWord) {
  EXPECT_TRUE(fits_pattern("kingdom", "king"));
  EXPECT_TRUE(fits_pattern("viking", "king"));
  EXPECT_FALSE(fits_pattern("kin", "king"));
}

TEST(WordSearch, LargeLettersOfTheWordCountAsSmall) {
  EXPECT_TRUE(fits_pattern("Paris", "paris"));
  EXPECT_TRUE(fits_pattern("ÉCOLE", "é*e"));
}

}  // namespace
}  // namespace glassformer
