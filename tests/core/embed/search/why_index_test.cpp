#include "core/embed/search/why_index.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "core/formats/file.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

// A WordNet of one word, and a cache folder of its own.
class WhyIndex : public ::testing::Test {
 protected:
  WhyIndex() {
    if (const char* before = std::getenv("XDG_CACHE_HOME")) before_ = before;
    ::setenv("XDG_CACHE_HOME", folder_.path().c_str(), 1);
    define("a dog is a dog or a dog");
    for (const char* name : {"data.verb", "data.adj", "data.adv"}) write_file(folder_ / name, "\n");
  }
  ~WhyIndex() override {
    before_.empty() ? ::unsetenv("XDG_CACHE_HOME") : ::setenv("XDG_CACHE_HOME", before_.c_str(), 1);
  }
  void define(const std::string& meaning) {
    write_file(folder_ / "data.noun", "00000010 05 n 01 dog 0 000 | " + meaning + "  \n");
  }
  // The text, and whether it was made.
  WhyTextPtr text() {
    made_ = false;
    return wordnet_text(folder_.path(), [this] { made_ = true; });
  }
  testing::TemporaryFolder folder_;
  std::string before_;
  bool made_ = false;
};

TEST_F(WhyIndex, IsMadeOnceAndThenRead) {
  const WhyTextPtr first = text();
  EXPECT_TRUE(made_);
  const WhyTextPtr second = text();
  EXPECT_FALSE(made_);
  EXPECT_EQ(second->made, first->made);
  ASSERT_EQ(second->counted.words.size(), first->counted.words.size());
  EXPECT_EQ(second->counted.words[0], first->counted.words[0]);
  EXPECT_EQ(second->counted.counts, first->counted.counts);
  EXPECT_EQ(second->counted.all, first->counted.all);
  std::vector<std::int32_t> a(100), b(100);
  a.resize(first->counted.ids.read(0, a));
  b.resize(second->counted.ids.read(0, b));
  EXPECT_EQ(a, b);
  EXPECT_FALSE(lines_with(second->each_line, WhyText::cut, "dog", "dog", 1).both.empty());
}

TEST_F(WhyIndex, IsMadeAgainForAnotherWordNet) {
  text();
  define("a dog is a dog is a dog");
  const WhyTextPtr other = text();
  EXPECT_TRUE(made_);
  EXPECT_NE(other->made.find("a dog is a dog is a dog"), std::string::npos);
}

TEST_F(WhyIndex, IsMadeAgainWhereItIsDamaged) {
  const std::string whole = why_index_bytes(*text(), 7);
  EXPECT_NE(read_why_index(whole, 7), nullptr);
  EXPECT_EQ(read_why_index(whole, 8), nullptr) << "of something else";
  for (std::size_t cut = 0; cut < whole.size(); ++cut) {
    EXPECT_EQ(read_why_index(std::string_view(whole).substr(0, cut), 7), nullptr) << cut;
  }
  for (std::size_t at = sizeof(std::uint64_t) * 2; at < whole.size(); ++at) {
    std::string bad = whole;
    bad[at] = static_cast<char>(bad[at] ^ 0x10);
    const auto read = read_why_index(bad, 7);
    if (read) {
      EXPECT_LT(at, 11 * sizeof(std::uint64_t)) << "in the head, of what is told alone";
    }
  }
  write_file(why_index_file(), "damaged");
  text();
  EXPECT_TRUE(made_);
}

TEST_F(WhyIndex, AFolderThatCannotBeWrittenCostsTimeAlone) {
  write_file(folder_ / "glassformer", "a file where the folder should be");
  text();
  EXPECT_TRUE(made_);
  EXPECT_FALSE(text()->made.empty());
}

}  // namespace
}  // namespace glassformer
