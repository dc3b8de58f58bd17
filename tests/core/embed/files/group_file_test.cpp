#include "core/embed/files/group_file.h"

#include <gtest/gtest.h>

#include "core/tensor/error.h"

namespace glassformer {
namespace {

using Names = std::vector<std::string>;

WordList list(std::initializer_list<const char*> words) {
  WordList made;
  for (const char* word : words) made.add(word);
  return made;
}

std::string error_of(const std::string& text) {
  try {
    read_groups(*bytes_in_memory(text), "some.groups", list({"a", "b"}));
  } catch (const UserError& error) {
    return error.what();
  }
  return "read";
}

TEST(GroupFile, ComesBackAsItWasWritten) {
  const WordList words = list({"dog", "of", "bread", "cat"});
  const Names groups{"animal", "", "food", "animal"};
  const std::string text = group_text(words, groups);
  EXPECT_EQ(text, "animal\tdog cat\nfood\tbread\n");
  EXPECT_EQ(read_groups(*bytes_in_memory("# a comment\n\n" + text), "some.groups", words), groups);
  EXPECT_EQ(read_groups(*bytes_in_memory(text), "some.groups", list({"cat", "pig"})),
            (Names{"animal", ""}))
      << "words that are not asked for are passed over";
}

TEST(GroupFile, SaysWhatIsWrongAndWhere) {
  EXPECT_NE(error_of("one\ta\nno tab\n").find("some.groups, line 2: 'no tab' is no group"),
            std::string::npos);
  EXPECT_NE(error_of("\ta\n").find("line 1"), std::string::npos);
  EXPECT_NE(error_of("one\ta\ntwo\tb a\n").find("'a' stands in two groups"), std::string::npos);
  EXPECT_EQ(error_of("one\ta  a \n"), "read");
  EXPECT_THROW(group_text(list({"new york"}), {"place"}), UserError);
}

}  // namespace
}  // namespace glassformer
