#include "core/text/long_text.h"

#include <gtest/gtest.h>

#include "core/formats/file.h"
#include "core/tensor/error.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

TEST(LongText, IsCutBehindLinesThenSpacesThenCharacters) {
  using Parts = std::vector<std::string>;
  EXPECT_EQ(passages_of("one\ntwo three\n", 9), (Parts{"one\n", "two ", "three\n"}));
  EXPECT_EQ(passages_of("abcdef", 4), (Parts{"abcd", "ef"}));
  EXPECT_EQ(passages_of("aéé", 4), (Parts{"aé", "é"})) << "not within a character";
  EXPECT_EQ(passages_of("", 4), Parts{});
}

TEST(LongText, IsReadFromAFile) {
  const testing::TemporaryFolder folder;
  const auto file = folder.path() / "text.txt";
  write_file(file, "\xef\xbb\xbfone\r\ntwo\r\n");
  EXPECT_EQ(read_text_file(file), "one\ntwo\n");
  const auto refused = [&](std::string_view bytes, std::string_view why) {
    write_file(file, bytes);
    try {
      read_text_file(file, 20);
      FAIL() << "not refused";
    } catch (const UserError& error) {
      EXPECT_NE(std::string_view(error.what()).find(why), std::string_view::npos) << error.what();
    }
  };
  refused("one\ntw\xff\n", "line 2");
  refused("\xff\xfeo", "UTF-16");
  refused("", "empty");
  refused("a text of more than twenty bytes", "more than 20 bytes");
}

}  // namespace
}  // namespace glassformer
