#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/lesson/lesson.h"
#include "core/lesson/schema.h"
#include "core/tensor/error.h"
#include "tests/support/paths.h"

namespace glassformer {
namespace {

using nlohmann::json;

json schema() {
  std::ifstream in(testing::source_dir() / "assets" / "lessons" / "schema.json");
  return json::parse(in);
}

// It is made of the table that reads and writes lessons.
TEST(Schema, IsWhatTheReaderSays) {
  const auto file = testing::source_dir() / "assets" / "lessons" / "schema.json";
  if (std::getenv("GLASSFORMER_UPDATE_SCHEMA") != nullptr) std::ofstream(file) << lesson_schema();
  std::stringstream text;
  text << std::ifstream(file).rdbuf();
  EXPECT_EQ(text.str(), lesson_schema())
      << "run this test with GLASSFORMER_UPDATE_SCHEMA=1 and look at the difference";
}

TEST(Schema, EveryKeyIsDescribed) {
  const json s = schema();
  const json& defs = s["$defs"];
  for (const json& object : {s, defs["step"], defs["changes"], defs["touch"], defs["ask"],
                             defs["expect"], defs["claim"], defs["printed"]}) {
    EXPECT_EQ(object.at("additionalProperties"), false);
    for (const auto& [key, value] : object.at("properties").items()) {
      EXPECT_FALSE(value.value("description", "").empty()) << key;
    }
  }
}

TEST(Schema, EveryReferenceLeadsSomewhere) {
  const json s = schema();
  const json flat = s.flatten();
  for (const auto& [path, value] : flat.items()) {
    if (!path.ends_with("/$ref")) continue;
    const std::string target = value.get<std::string>();
    ASSERT_TRUE(target.starts_with("#/")) << path;
    EXPECT_TRUE(s.contains(json::json_pointer(target.substr(1)))) << path << ": " << target;
  }
}

bool reads(const json& lesson) {
  try {
    parse_lesson(lesson.dump(), "a.json");
    return true;
  } catch (const UserError&) {
    return false;
  }
}

// What the schema requires the reader requires, and nothing else.
TEST(Schema, RequiresWhatTheReaderRequires) {
  const json s = schema();
  const json min = json::parse(R"({
      "id": "a", "title": "A", "model": "attention",
      "steps": [{"title": "one", "focus": "x", "cell": [0, 0]}],
      "expect": [{"path": "x", "values": [[1]], "tolerance": 1}],
      "printed": [{"path": "x", "values": [["1"]], "why": "w"}]})");
  ASSERT_TRUE(reads(min));
  const auto check = [&](const json& part, const json::json_pointer& at) {
    const json& required = part.at("required");
    for (const auto& [key, value] : min.at(at).items()) {
      json without = min;
      without.at(at).erase(key);
      if (key == "focus") without.at(at).erase("cell");  // dependentRequired
      const bool needed = std::find(required.begin(), required.end(), key) != required.end();
      EXPECT_EQ(reads(without), !needed) << at << " without " << key;
    }
  };
  check(s, json::json_pointer(""));
  check(s["$defs"]["step"], json::json_pointer("/steps/0"));
  check(s["$defs"]["expect"], json::json_pointer("/expect/0"));
  check(s["$defs"]["printed"], json::json_pointer("/printed/0"));
}

}  // namespace
}  // namespace glassformer
