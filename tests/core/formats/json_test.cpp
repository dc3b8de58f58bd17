#include "core/formats/json.h"

#include <gtest/gtest.h>

#include <limits>

#include "core/tensor/error.h"

namespace glassformer {
namespace {

std::string message_of(std::string_view text) {
  try {
    Json::parse(text, "a.json");
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

// The value at a path of keys and indices, found by walking.
Json::Value member_of(Json::Value object, std::string_view key) {
  std::optional<Json::Value> found;
  object.each_member([&](std::string_view name, Json::Value value) {
    if (name == key) found = value;
  });
  return found.value();
}

TEST(Json, ReadsEveryKindOfValue) {
  const Json json = Json::parse(R"({"a": null, "b": true, "c": -1.5e2, "d": "é\n\u00e9",
                                    "e": [1, [2, 3], {}], "f": {}})",
                                "a.json");
  const Json::Value root = json.root();
  EXPECT_EQ(root.size(), 6u);
  EXPECT_EQ(member_of(root, "a").kind(), Json::Kind::null);
  EXPECT_TRUE(member_of(root, "b").boolean());
  EXPECT_EQ(member_of(root, "c").number(), -150);
  EXPECT_EQ(member_of(root, "d").string(), "é\né");
  EXPECT_EQ(member_of(root, "e").size(), 3u);
  EXPECT_EQ(member_of(root, "e")[1][1].number(), 3);
  EXPECT_EQ(member_of(root, "f").size(), 0u);
}

TEST(Json, WhatIsNoContainerHasNothingInIt) {
  for (const char* text : {"0.3", "1e300", "\"text\"", "true", "null"}) {
    const Json json = Json::parse(text, "a.json");
    json.root().each([&](Json::Value) { ADD_FAILURE() << text; });
    json.root().each_member([&](std::string_view, Json::Value) { ADD_FAILURE() << text; });
  }
  const Json list = Json::parse("[1, 2]", "a.json"), object = Json::parse("{\"a\": 1}", "a.json");
  list.root().each_member([](std::string_view, Json::Value) { ADD_FAILURE(); });
  object.root().each([](Json::Value) { ADD_FAILURE(); });
}

TEST(Json, EveryValueKnowsItsLineAndPath) {
  const Json json =
      Json::parse("{\n\"a\":\n [1,\n  2\n,3],\n \"b c\": {\"d\": [[\n\"x\"]]}}", "a.json");
  const Json::Value a = member_of(json.root(), "a");
  EXPECT_EQ(json.root().line(), 1);
  EXPECT_EQ(json.root().path(), "top level");
  EXPECT_EQ(a.line(), 3);
  EXPECT_EQ(a[0].line(), 3);
  EXPECT_EQ(a[1].line(), 4);
  EXPECT_EQ(a[2].line(), 5);
  EXPECT_EQ(a[2].path(), "a[2]");
  const Json::Value x = member_of(member_of(json.root(), "b c"), "d")[0][0];
  EXPECT_EQ(x.line(), 7);
  EXPECT_EQ(x.path(), "\"b c\".d[0][0]");
}

TEST(Json, SkipsAByteOrderMark) {
  const Json json = Json::parse("\xef\xbb\xbf\n[7]", "a.json");
  EXPECT_EQ(json.root()[0].number(), 7);
  EXPECT_EQ(json.root().line(), 2);
}

TEST(Json, NestsToItsLimitAndNotDeeper) {
  const auto nested = [](int levels) {
    return std::string(static_cast<std::size_t>(levels), '[') +
           std::string(static_cast<std::size_t>(levels), ']');
  };
  EXPECT_EQ(message_of(nested(Json::deepest)), "");
  EXPECT_NE(message_of(nested(Json::deepest + 1)).find("deeper than 32"), std::string::npos);
}

TEST(Json, AKeyTwiceIsNamedAtItsSecondPlace) {
  EXPECT_EQ(message_of("{\"a\": {\"b\": 1,\n\n\"b\": 2}}"),
            "a.json:3: a.b: stands twice, first on line 1; keep one of the two");
}

TEST(Json, FailNamesFileLineAndPath) {
  const Json json = Json::parse("[1,\n[2]]", "dir/a.json");
  try {
    json.root()[1][0].fail("is wrong");
    FAIL();
  } catch (const UserError& error) {
    EXPECT_STREQ(error.what(), "dir/a.json:2: [1][0]: is wrong");
  }
}

TEST(Json, SaysWhatAValueIs) {
  const Json json = Json::parse(R"([null, true, 2.5, "a\"b", [], [1], {}])", "a.json");
  std::vector<std::string> said;
  json.root().each([&](Json::Value value) { said.push_back(value.described()); });
  EXPECT_EQ(said, (std::vector<std::string>{"null", "true", "the number 2.5", "the text \"a\\\"b\"",
                                            "an empty list", "a list of 1", "an object {…}"}));
}

TEST(Json, ShortestDecimalsReadBackAsTheSameNumber) {
  EXPECT_EQ(shortest(0.1), "0.1");
  EXPECT_EQ(shortest(0.1f), "0.1");
  EXPECT_EQ(shortest(-0.0), "-0");
  EXPECT_EQ(shortest(std::numeric_limits<double>::infinity()), "inf");
  EXPECT_EQ(shortest(16777216.0f), "16777216");
}

TEST(Json, ExcerptsCutBetweenCharacters) {
  EXPECT_EQ(excerpt("naïve", 10), "naïve");
  EXPECT_EQ(excerpt("naïve", 3), "naï…");
  EXPECT_EQ(excerpt("a\nb\x01", 9), "a b ");
  EXPECT_EQ(json_string("a\"\xff"), "\"a\\\"\xef\xbf\xbd\"");
}

}  // namespace
}  // namespace glassformer
