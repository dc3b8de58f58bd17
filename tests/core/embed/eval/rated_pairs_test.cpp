#include "core/embed/eval/rated_pairs.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/message_of.h"

namespace glassformer {
namespace {

using testing::message_of;
using Columns = std::array<std::size_t, 3>;

RatedTable read(const std::string& text, const RatedTableOptions& options = {}) {
  return read_rated_table(*bytes_in_memory(text), "rated", options);
}

// The first lines of each set as it is published, the columns that hold its words and its rating.
TEST(RatedTables, PublishedSetsAreReadByTheirColumns) {
  struct Published {
    const char* set;
    const char* text;
    Columns columns;
    double rating;  // of the first pair
  };
  const std::vector<Published> sets{
      {"WordSim-353",
       "Word 1,Word 2,Human (mean)\nlove,sex,6.77\ntiger,cat,7.35\n",
       {1, 2, 3},
       6.77},
      {"WordSim-353, each person's rating",
       "Word 1,Word 2,Human (mean),1,2,3\nlove,sex,6.77,9,6,8\ntiger,cat,7.35,9,7,8\n",
       {1, 2, 3},
       6.77},
      {"WordSim-353 with relations",
       "# agreed\nI\ttiger\tcat\t7.35\ni\ttiger\ttiger\t10.00\nt\tplane\tcar\t5.77\n",
       {2, 3, 4},
       7.35},
      {"SimLex-999",
       "word1\tword2\tPOS\tSimLex999\tconc(w1)\tconc(w2)\tconcQ\tAssoc(USF)\tSimAssoc333\tSD("
       "SimLex)\n"
       "old\tnew\tA\t1.58\t2.72\t2.81\t2\t7.25\t1\t0.41\n"
       "smart\tintelligent\tA\t9.2\t1.75\t2.46\t1\t7.11\t1\t0.67\n",
       {1, 2, 4},
       1.58},
      {"MEN", "sun sunlight 50.000000\nautomobile car 50.000000\n", {1, 2, 3}, 50},
      {"RG-65", "gem;jewel;3.94\ncord;smile;0.02\n", {1, 2, 3}, 3.94},
      {"Rare Words",
       "squishing\tsquirt\t5.88\t7\t6\t6\t5\t7\t5\t6\t5\t6.8\t5\n"
       "undated\tundatable\t5.83\t10\t9\t4\t0\t7\t4\t6\t5\t7.3\t6\n",
       {1, 2, 3},
       5.88},
      {"MTurk-771",
       "access,gateway,3.79166666667\naccount,explanation,2.0\n",
       {1, 2, 3},
       3.79166666667},
      {"SimVerb-3500",
       "take\tremove\tV\t6.81\tSYNONYMS\nwalk\ttrail\tV\t4.81\tCOHYPONYMS\n",
       {1, 2, 4},
       6.81},
      {"numbered, in quotes",
       "\"id\",\"Wort 1\",\"Wort 2\",\"Ähnlichkeit\"\n\"1\",\"a \"\"b\"\"\",\"c,d\",\"2.5\"\n"
       "\"2\",\"e\",\"f\",\"1\"\n",
       {2, 3, 4},
       2.5},
      {"numbered, without a heading",
       "1;king;queen;8,6\n2;man;woman;8,1\n3;king;man;7,0\n",
       {2, 3, 4},
       8.6},
      {"the rating in front", "8.6 king queen\n8.1 man woman\n", {2, 3, 1}, 8.6},
  };
  for (const Published& set : sets) {
    const RatedTable table = read(set.text);
    EXPECT_EQ(table.columns, set.columns) << set.set;
    EXPECT_EQ(table.pairs[0].rating, set.rating) << set.set;
    EXPECT_GE(table.pairs.size(), 2U) << set.set;
  }
}

TEST(RatedTables, SayWhichColumnsTheyAre) {
  EXPECT_EQ(read("POS\tword1\tword2\tscore\nNN\tking\tqueen\t8.6\nN\tman\twoman\t8.1\n").described,
            "words in columns 2 (word1) and 3 (word2), ratings in column 4 (score)");
  EXPECT_EQ(read("king queen 8.6\n").described, "words in columns 1 and 2, ratings in column 3");
}

TEST(RatedTables, ThePartOfSpeechBehindAWordIsNoPartOfIt) {
  const RatedTable table = read("sun-n sunlight-n 50\nred-j walk-v 12\n");
  EXPECT_EQ(table.pairs[1].first, "red");
  EXPECT_EQ(table.pairs[1].second, "walk");
  EXPECT_NE(table.described.find("part of speech"), std::string::npos);
  EXPECT_EQ(read("sun-n sunlight 50\n").pairs[0].first, "sun-n");
}

// A correlation of other columns than those meant would be believed.
TEST(RatedTables, WhatCannotBeToldIsAskedFor) {
  for (const std::string text : {"king\tqueen\t8.6\t3.1\nman\twoman\t8.1\t9.5\n",
                                 "king,queen,roi,8.6\nman,woman,homme,8.1\nsun,moon,soleil,7\n",
                                 "similarity\trelatedness\tw1\tw2\n1\t2\ta\tb\n4\t2\tc\td\n"}) {
    const std::string message =
        message_of([&] { read(text, {.remedy = "name them with --columns"}); });
    EXPECT_NE(message.find("cannot be told"), std::string::npos) << text << message;
    EXPECT_NE(message.find("--columns"), std::string::npos) << message;
  }
  const RatedTable table =
      read("king\tqueen\t8.6\t3.1\nman\twoman\t8.1\t9.5\n", {.columns = Columns{2, 1, 4}});
  EXPECT_EQ(table.pairs[0].first, "queen");
  EXPECT_EQ(table.pairs[1].rating, 9.5);
  EXPECT_NE(message_of([] {
              read("1 king queen\n2 man woman\n3 sun moon\n");
            }).find("no column of ratings"),
            std::string::npos);
}

TEST(RatedTables, ALineThatIsCutIsNamed) {
  EXPECT_NE(message_of([] {
              read("id,w1,w2,score\n1,king,queen,8\n2,man,woman\n3,a,b,1\n");
            }).find("line 3 is not two words and a number"),
            std::string::npos);
}

TEST(RatedTables, AreRecognisedWithAColumnInFront) {
  EXPECT_TRUE(
      holds_rated_pairs("id,Word 1,Word 2,Human (mean)\n1,king,queen,8.6\n2,a,b,8.1\n3,c,d,2\n"));
  EXPECT_TRUE(
      holds_rated_pairs("POS\tword1\tword2\tscore\nNN\tking\tqueen\t8.6\nN\tman\twoman\t8.1\n"));
  EXPECT_FALSE(holds_rated_pairs("king 0.1 0.2 0.3\nqueen 0.2 0.1 0.5\n"));
}

}  // namespace
}  // namespace glassformer
