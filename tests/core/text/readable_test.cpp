#include "core/text/readable.h"

#include <gtest/gtest.h>

namespace glassformer {
namespace {

TEST(Readable, BrokenBytesAndControlsBecomeReplacementMarks) {
  EXPECT_EQ(readable("plain Ünïcode 東京"), "plain Ünïcode 東京");
  EXPECT_EQ(readable("kter\xec"), "kter\xef\xbf\xbd");
  EXPECT_EQ(readable("a\x1b[2Jb\x7f"), "a\xef\xbf\xbd[2Jb\xef\xbf\xbd");
  EXPECT_EQ(readable("\xc2\x9b"
                     "1m"),
            "\xef\xbf\xbd"
            "1m");
  EXPECT_EQ(readable(""), "");
}

TEST(Readable, APieceThatBeginsAWordIsToldFromOneThatGoesOn) {
  EXPECT_EQ(with_drawn_blank(" lait"), "␣lait");
  EXPECT_EQ(with_drawn_blank("lait"), "lait");
  EXPECT_EQ(with_drawn_blank(" "), "␣");
  EXPECT_EQ(with_drawn_blank("  two"), "  two") << "no piece, but a text that is set in";
  EXPECT_EQ(with_drawn_blank(""), "");
}

}  // namespace
}  // namespace glassformer
