#include "core/embed/corpus/encoded_wordnet.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "core/embed/corpus/wordnet.h"
#include "core/formats/file.h"
#include "core/tensor/error.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

// Two sets, a dog and a cat, whose definitions use both words often enough.
void write_small_wordnet(const std::filesystem::path& folder) {
  write_file(
      folder / "data.noun",
      "00000001 05 n 01 dog 0 001 ! 00000002 n 0000 | a dog, not a cat; \"the dog saw a "
      "Cat\"; \"a dog barks\"\n"
      "00000002 05 n 01 cat 0 001 ! 00000001 n 0000 | a cat, not a dog; \"the cat sleeps\"\n");
  for (const char* part : {"data.verb", "data.adj", "data.adv"}) write_file(folder / part, "");
}

TEST(EncodedWordNet, IsCutIntoSmallWordsWithoutSigns) {
  const testing::TemporaryFolder folder;
  write_small_wordnet(folder.path());
  const EncodedText text = encode_wordnet(folder.path(), 1);
  EXPECT_GE(text.words.find("dog"), 0);
  EXPECT_EQ(text.words.find("Cat"), -1);
  EXPECT_EQ(text.words.find("dog,"), -1);
  EXPECT_TRUE(text.groups.empty()) << "nothing says how often a sense is met";
  write_file(folder.path() / "cntlist.rev", "dog%1:05:00:: 1 42\n");
  const EncodedText grouped = encode_wordnet(folder.path(), 1);
  ASSERT_EQ(grouped.groups.size(), grouped.words.size());
  EXPECT_EQ(grouped.groups[static_cast<std::size_t>(grouped.words.find("dog"))], "animal");
  EXPECT_EQ(grouped.groups[static_cast<std::size_t>(grouped.words.find("the"))], "");
}

TEST(EncodedWordNet, WhereItIsNotASentenceSaysWhatToInstall) {
  const testing::TemporaryFolder folder;
  try {
    encode_wordnet(folder.path(), 1);
    FAIL();
  } catch (const UserError& error) {
    EXPECT_NE(std::string(error.what()).find("apt-get install wordnet-base"), std::string::npos);
  }
}

TEST(EncodedWordNet, Stops) {
  const testing::TemporaryFolder folder;
  write_small_wordnet(folder.path());
  EXPECT_THROW(encode_wordnet(folder.path(), 1, [](double) { return false; }), UserError);
}

TEST(EncodedWordNet, HasTwoMillionWords) {
  if (!std::filesystem::exists(usual_wordnet_folder() / "data.noun")) {
    GTEST_SKIP() << "wordnet-base is not installed";
  }
  double last = 0;
  const EncodedText text = encode_wordnet(usual_wordnet_folder(), 5, [&](double share) {
    EXPECT_GE(share, last);
    last = share;
    return true;
  });
  EXPECT_GT(last, 0.7);
  EXPECT_LE(last, 1);
  EXPECT_GT(text.kept, 2'000'000U);
  EXPECT_GT(text.words.size(), 20'000U);
  ASSERT_EQ(text.groups.size(), text.words.size());
  EXPECT_EQ(text.groups[static_cast<std::size_t>(text.words.find("dog"))], "animal");
}

}  // namespace
}  // namespace glassformer
