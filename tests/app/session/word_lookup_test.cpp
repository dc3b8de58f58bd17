#include "app/jobs/word_lookup.h"

#include <gtest/gtest.h>

#include <memory>

#include "app/jobs/vector_reading.h"
#include "core/embed/files/write_vectors.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

WordVectorsPtr some_words() {
  auto v = std::make_shared<WordVectors>();
  RowsBuilder rows(5, 2);
  for (const char* word : {"king", "kings", "new york", "man", "kin"}) v->words.add(word);
  for (std::size_t r = 0; r < 5; ++r) rows[r][r % 2] = 1;
  v->vectors = rows.finish();
  return v;
}

TEST(WordLookup, CompletesTheLastWord) {
  Inputs inputs;
  inputs.resources.set(slots::vectors, some_words());
  WordLookup lookup;
  lookup.follow(inputs);
  using Words = std::vector<std::string>;
  EXPECT_EQ(lookup.completions("man + ki", 9), (Words{"king", "kings", "kin"}));
  EXPECT_EQ(lookup.completions("man + ki", 1), Words{"king"});
  EXPECT_EQ(lookup.completions("2*kin", 9), (Words{"king", "kings"}));
  EXPECT_EQ(lookup.completions("man - \"new y", 9), Words{"new york"});
  EXPECT_EQ(lookup.completions("man - ", 9), Words{});
  EXPECT_EQ(WordLookup::completed("man + ki", "king"), "man + king");
  EXPECT_EQ(WordLookup::completed("man - \"new y", "new york"), "man - \"new york\"");
  EXPECT_EQ(WordLookup::completed("(ma", "man"), "(man");
}

TEST(WordLookup, OffersSpellingsOfAnUnknownWordAlone) {
  Inputs inputs;
  inputs.resources.set(slots::vectors, some_words());
  WordLookup lookup;
  lookup.follow(inputs);
  using Words = std::vector<std::string>;
  EXPECT_EQ(lookup.spellings("man + kign", 3), (Words{"king", "kin"}));
  EXPECT_EQ(lookup.spellings("man + \"new yrk", 3), Words{"new york"});
  EXPECT_EQ(lookup.spellings("man + King", 3), Words{}) << "listed, in other capitals";
  EXPECT_EQ(lookup.spellings("man + ~kign", 3), Words{}) << "to be composed";
  EXPECT_EQ(lookup.spellings("kign + ", 3), Words{});
}

TEST(WordLookup, KnowsWhatCanBeAsked) {
  Inputs inputs;
  inputs.resources.set(slots::vectors, some_words());
  WordLookup lookup;
  EXPECT_FALSE(lookup.can_ask("king"));
  lookup.follow(inputs);
  EXPECT_TRUE(lookup.can_ask("king - man"));
  EXPECT_FALSE(lookup.can_ask("king - "));
  EXPECT_FALSE(lookup.can_ask("queen"));
  EXPECT_EQ(lookup.first(), "king");
}

TEST(VectorReading, ReadsOnItsOwnThreadAndSaysHowItEnded) {
  const testing::TemporaryFolder folder;
  write_vectors(folder / "my.bin", *some_words(), VectorFormat::word2vec_binary);
  VectorReading reading((folder / "my.bin").string());
  ASSERT_TRUE(reading.ended(true));
  ASSERT_FALSE(reading.failed());
  EXPECT_EQ(reading.made()->words.size(), 5U);
  EXPECT_NE(reading.told().find("5 words of 2 dimensions"), std::string::npos);

  VectorReading absent((folder / "none.bin").string());
  ASSERT_TRUE(absent.ended(true));
  EXPECT_TRUE(absent.failed());
  EXPECT_NE(absent.told().find("there is no such file"), std::string::npos);
}

TEST(VectorReading, WhatIsAskedMayNotFitOtherWords) {
  Inputs inputs;
  inputs.scene = "word-arithmetic";
  inputs.resources.set(slots::vectors, some_words());
  const SlotUse* slot = slot_use(inputs, slots::vectors.name);
  ASSERT_NE(slot, nullptr);
  EXPECT_TRUE(slot->fits(inputs));
  inputs.options["expression"] = std::string("king - man");
  EXPECT_TRUE(slot->fits(inputs));
  inputs.options["expression"] = std::string("rome");
  EXPECT_FALSE(slot->fits(inputs));
}

}  // namespace
}  // namespace glassformer
