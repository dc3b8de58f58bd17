#include <gtest/gtest.h>

#include <string>

#include "core/formats/byte_source.h"
#include "core/formats/gzip_writer.h"
#include "core/formats/json.h"
#include "core/formats/safetensors.h"
#include "tests/support/message_of.h"

// What people get wrong most often is said in their own terms.
namespace glassformer {
namespace {

using testing::message_of;

std::string said_of(const std::string& json) {
  return message_of([&] { Json::parse(json, "l.json"); });
}

void expect_in(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << text;
}

TEST(JsonMistakes, AreNamed) {
  expect_in(said_of("{\n“id”: 3}"),
            "l.json:2: top level: is not valid JSON here: texts stand between straight quotes");
  expect_in(said_of("{\"scale\": True}"), "True is Python's; JSON writes true");
  expect_in(said_of("[False]"), "JSON writes false");
  expect_in(said_of("[None]"), "JSON writes null");
  expect_in(said_of("[1,,2]"), "two commas follow each other");
  expect_in(said_of("[,2]"), "a comma follows the opening [");
  expect_in(said_of("[1,\n2,\n]"),
            "l.json:3: top level: is not valid JSON here: a comma stands before the closing ]");
  expect_in(said_of("{'a': 1}"), "texts stand between double quotes");
  expect_in(said_of("\n<!DOCTYPE html>\n<p>"), "is a web page or XML");
  for (const char* json : {"{\n“id”: 3}", "{\"scale\": True}", "[1,,2]", "[1,]"}) {
    const std::string said = said_of(json);
    EXPECT_EQ(said.find("last read"), std::string::npos) << said;
    EXPECT_EQ(said.find("literal"), std::string::npos) << said;
  }
}

TEST(GzipMistakes, WhatFollowsTheLastMemberIsRefused) {
  std::string packed;
  GzipWriter writer([&](std::string_view bytes) { packed += bytes; });
  writer.write("a text");
  writer.finish();
  const auto unpacked = [](const std::string& bytes) {
    const auto source = gunzipped(bytes_in_memory(bytes), "t.gz");
    std::string text(100, '\0');
    std::size_t have = 0;
    while (const std::size_t n = source->read_some(text.data() + have, text.size() - have))
      have += n;
    text.resize(have);
    return text;
  };
  EXPECT_NE(message_of([&] { unpacked(packed + "signature"); }), "");
  EXPECT_EQ(unpacked(packed + packed), "a texta text");
  expect_in(message_of([&] { unpacked(packed + packed.substr(0, 12)); }), "truncated");
}

TEST(SafetensorsMistakes, AreNamed) {
  const auto said = [](const std::string& bytes) {
    return message_of([&] { parse_safetensors(bytes, "m.safetensors"); });
  };
  expect_in(said("2 3\nking 1 2 3\n"), "begins with text");
  expect_in(said("1234567"), "header");
}

}  // namespace
}  // namespace glassformer
