#include "core/text/table.h"

#include <gtest/gtest.h>

#include "core/formats/file.h"
#include "core/tensor/error.h"
#include "tests/support/message_of.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

std::string refused(const std::string& text) {
  const testing::TemporaryFolder folder;
  const auto file = folder.path() / "words.tsv";
  write_file(file, text);
  return testing::message_of([&] {
    Table table(file);
    while (table.next()) static_cast<void>(table["b"]);
  });
}

TEST(Table, SaysWhatItLacks) {
  EXPECT_EQ(refused("a\tb\n1\t2\n3\t4\n"), "");
  EXPECT_NE(refused("a\tb\n").find("no rows below its header"), std::string::npos);
  EXPECT_NE(refused("").find("no rows below its header"), std::string::npos);
  EXPECT_NE(refused("a\tb\n1\n").find(":2: has 1 cells, the header 2"), std::string::npos);
  EXPECT_NE(refused("a\tc\n1\t2\n").find("has no column b"), std::string::npos);
  EXPECT_NE(refused("a\tb\n\xff\t2\n").find("is not UTF-8"), std::string::npos);
}

TEST(Table, PartsOfATextAreNotEmpty) {
  EXPECT_EQ(split_at("a,,b,", ','), (std::vector<std::string>{"a", "", "b", ""}));
  EXPECT_EQ(parts_of("a,,b,", ','), (std::vector<std::string>{"a", "b"}));
}

}  // namespace
}  // namespace glassformer
