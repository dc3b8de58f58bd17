#include "core/text/tokenizers/character_table.h"

#include <gtest/gtest.h>

#include "tests/support/message_of.h"

namespace glassformer {
namespace {

using testing::message_of;
using Settings = CharacterTable::Settings;

const std::vector<std::string> pieces{"a", "b", "é", " ", "_"};

TEST(CharacterTable, GivesEachCharacterItsPlace) {
  const CharacterTable table(pieces, {}, "a test");
  EXPECT_EQ(table.encode("béa"), (std::vector<int>{1, 2, 0}));
  EXPECT_EQ(table.encode("e\u0301"), (std::vector<int>{2})) << "composed";
  EXPECT_EQ(table.decode(std::vector<int>{1, 2, 0}), "béa");
  EXPECT_EQ(table.encode(""), std::vector<int>{});
  EXPECT_EQ(table.special(), SpecialIds());
}

TEST(CharacterTable, FillsShortTexts) {
  const CharacterTable table(pieces, {.length = 4, .filler = " "}, "a test");
  EXPECT_EQ(table.encode("ab"), (std::vector<int>{0, 1, 3, 3}));
  EXPECT_EQ(table.split("ab"), (std::vector<std::string>{"a", "b", " ", " "}));
  EXPECT_EQ(table.encode("ababa").size(), 5u);
  EXPECT_EQ(table.encode(""), std::vector<int>{});
}

TEST(CharacterTable, KeepsItsBeginMarkOutOfTexts) {
  const CharacterTable table(pieces, {.begin = "_"}, "a test");
  EXPECT_EQ(table.special().begin, 4);
  EXPECT_EQ(table.decode(std::vector<int>{4, 0}), "a");
  EXPECT_NE(message_of([&] { table.encode("a_"); }), "");
}

TEST(CharacterTable, IsReadAsItWasWritten) {
  const CharacterTable table(pieces, {.begin = "_", .length = 3, .filler = "a"}, "a test");
  const TokenizerPtr again = Tokenizer::from_json(table.to_json());
  EXPECT_EQ(again->to_json(), table.to_json());
  EXPECT_EQ(again->encode("b"), table.encode("b"));
  EXPECT_EQ(again->special(), table.special());
}

TEST(CharacterTable, RefusesWhatIsNoTable) {
  const auto refused = [](std::vector<std::string> of, const Settings& settings) {
    return message_of([&] { CharacterTable(std::move(of), settings, "a test"); });
  };
  EXPECT_NE(refused({"a"}, {}), "");
  EXPECT_NE(refused({"a", "bc"}, {}), "");
  EXPECT_NE(refused({"a", "a"}, {}), "");
  EXPECT_NE(refused({"a", "\xff"}, {}), "");
  EXPECT_NE(refused({"a", "b"}, {.begin = "c"}), "");
  EXPECT_NE(refused({"a", "b"}, {.length = 3}), "");
  EXPECT_NE(refused({"a", "b"}, {.length = 1 << 17, .filler = "a"}), "");
  EXPECT_NE(message_of([] { CharacterTable(pieces, {}, "a test").encode("x"); }), "");
}

}  // namespace
}  // namespace glassformer
