#include "core/formats/safetensors.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <set>

#include "core/formats/file.h"
#include "core/formats/json.h"
#include "core/tensor/error.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

// A file of this header and as many zero bytes.
std::string file_of(const std::string& header, std::size_t data) {
  const std::uint64_t length = header.size();
  std::string bytes(8, '\0');
  std::memcpy(bytes.data(), &length, 8);
  return bytes + header + std::string(data, '\0');
}

std::string entry(const std::string& name, const std::string& dtype, const std::string& shape,
                  const std::string& offsets) {
  return "\"" + name + "\":{\"dtype\":\"" + dtype + "\",\"shape\":" + shape +
         ",\"data_offsets\":" + offsets + "}";
}

std::string refused(const std::string& bytes) {
  try {
    parse_safetensors(bytes, "w.safetensors");
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

std::string refused(const std::string& one_entry, std::size_t data) {
  return refused(file_of("{" + one_entry + "}", data));
}

void expect_in(const std::string& message, const std::string& part) {
  EXPECT_NE(message.find(part), std::string::npos) << message;
}

TEST(Safetensors, WhatIsWrittenIsRead) {
  const testing::TemporaryFolder folder;
  const TensorFile written{{{"made by", "a \"test\""}},
                           {{"a", {2, 3}, Mat{{1, 2, 3}, {4, 5, -6.5}}},
                            {"b", {2}, Mat{{0.1, 1e-30}}},
                            {"none", {0, 4}, Mat(0, 4)},
                            {"é/deep", {2, 1, 2}, Mat{{1, 2}, {3, 4}}}}};
  write_safetensors(folder / "w.safetensors", written);
  const TensorFile read = read_safetensors(folder / "w.safetensors");
  EXPECT_EQ(read.metadata, written.metadata);
  ASSERT_EQ(read.tensors.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(read.tensors[i].name, written.tensors[i].name);
    EXPECT_EQ(read.tensors[i].shape, written.tensors[i].shape);
    EXPECT_EQ(read.tensors[i].value, written.tensors[i].value);
  }
  EXPECT_EQ(safetensors_bytes(read), safetensors_bytes(written));
}

TEST(Safetensors, HalvesAreRoundedToTheNearest) {
  const TensorFile content{{}, {{"a", {1, 4}, Mat{{1, 0.1, -65504, 1.0 + 1.0 / 4096}}}}};
  const Mat read = parse_safetensors(safetensors_bytes(content, Stored::f16), "h").tensors[0].value;
  EXPECT_EQ(read, (Mat{{1, 0.0999755859375, -65504, 1}}));
  const TensorFile large{{}, {{"big", {1}, Mat{{70000}}}}};
  EXPECT_THROW(safetensors_bytes(large, Stored::f16), UserError);
}

TEST(Safetensors, ReadsTheOtherTypes) {
  std::string bytes = file_of(
      "{" + entry("d", "F64", "[1]", "[0,8]") + "," + entry("b", "BF16", "[2]", "[8,12]") + "," +
          entry("i", "I64", "[]", "[12,20]") + "," + entry("u", "U8", "[2]", "[20,22]") + "}",
      0);
  const double d = -0.25;
  const std::uint16_t b[] = {0x3f80, 0xc020};  // 1, −2.5
  const std::int64_t i = -7;
  bytes.append(reinterpret_cast<const char*>(&d), 8).append(reinterpret_cast<const char*>(b), 4);
  bytes.append(reinterpret_cast<const char*>(&i), 8).append("\x00\xff", 2);
  const TensorFile read = parse_safetensors(bytes, "w");
  ASSERT_EQ(read.tensors.size(), 4u);
  EXPECT_EQ(read.tensors[0].value, (Mat{{-0.25}}));
  EXPECT_EQ(read.tensors[1].value, (Mat{{1, -2.5}}));
  EXPECT_EQ(read.tensors[2].value, (Mat{{-7}}));
  EXPECT_EQ(read.tensors[3].value, (Mat{{0, 255}}));
}

TEST(Safetensors, RefusesWhatIsNoSuchFile) {
  expect_in(refused(""), "is empty");
  expect_in(refused("abc"), "only 3 bytes");
  expect_in(refused("PK\3\4aaaaaaaaaaaaaaaa"), "PyTorch");
  expect_in(refused("version https://git-lfs.github.com/spec/v1\n"), "Git LFS");
  expect_in(refused(std::string(100, '\0')), "does not start with '{'");
  expect_in(refused(std::string("\xff\xff\xff\xff\xff\xff\xff\xff{}")), "its header claims");
  expect_in(refused(file_of("{\"a\":", 0)), "w.safetensors (header):1: a:");
  expect_in(refused(file_of(std::string(100'000, '['), 0)), "does not start");
  expect_in(refused(file_of("{\"a\":" + std::string(100'000, '['), 0)), "lies deeper");
}

// A copy that was broken off is told from a file of another kind, wherever it ends.
TEST(Safetensors, SaysThatAFileEndsEarly) {
  const std::string header = "{" + entry("a", "F32", "[2]", "[0,8]") + "}";
  const std::string whole = file_of(header, 8);
  EXPECT_EQ(parse_safetensors(whole, "w").tensors.size(), 1u);
  for (std::size_t length = 8; length < whole.size(); ++length) {
    const std::string why = refused(whole.substr(0, length));
    const std::size_t promised = length < 8 + header.size() ? 8 + header.size() : whole.size();
    const char* const what =
        length < 8 + header.size() ? "its header alone takes" : "its header promises";
    expect_in(why, fmt::format("ends early: it has {} bytes, and {} {}; ", length, what, promised));
  }
}

TEST(Safetensors, RefusesTensorsThatDoNotFit) {
  expect_in(refused(entry("a", "F32", "[2]", "[0,4]"), 4), "shape and type take 8 bytes");
  expect_in(refused(entry("a", "F32", "[1]", "[0,8]"), 8), "shape and type take 4 bytes");
  expect_in(refused(entry("a", "F32", "[1]", "[4,0]"), 4), "end (0) before they begin (4)");
  expect_in(refused(entry("a", "F32", "[-1]", "[0,4]"), 4), "from 0 on");
  expect_in(refused(entry("a", "F32", "[1]", "[-4,0]"), 4), "from 0 on");
  expect_in(refused(entry("a", "F32", "[1.5]", "[0,4]"), 4), "from 0 on");
  expect_in(refused(entry("a", "F8_E4M3", "[1]", "[0,1]"), 1), "F8_E4M3");
  expect_in(refused(entry("a", "F32", "[1]", "[4,8]"), 8), "bytes 0 to 4 before it");
  expect_in(refused(entry("a", "F32", "[1]", "[0,4]"), 8), "the last 4 bytes");
  expect_in(refused(entry("a", "F32", "[4294967296,4294967296,0]", "[0,0]"), 0), "claims more");
  expect_in(refused(entry("a", "F32", "[4294967296,4294967296]", "[0,4]"), 4), "claims more");
  expect_in(refused(entry("a", "F32", "[1]", "[0,4]") + "," + entry("b", "F32", "[1]", "[0,4]"), 4),
            "belong to another tensor");
  expect_in(refused(entry("a", "F32", "[1]", "[0,4]") + "," + entry("a", "F32", "[1]", "[4,8]"), 8),
            "a");
  expect_in(refused("\"a\":{\"dtype\":\"F32\",\"shape\":[1]}", 4), "has no data_offsets");
  expect_in(refused("\"a\":3", 0), "must be an object");
  expect_in(refused("\"__metadata__\":{\"a\":1}", 0), "must be a text");
}

TEST(Safetensors, RefusesToWriteNonsense) {
  const NamedTensor a{"a", {2}, Mat{{1, 2}}};
  EXPECT_THROW(safetensors_bytes({{}, {a, a}}), UserError);
  EXPECT_THROW(safetensors_bytes({{}, {{"b", {3}, Mat{{1, 2}}}}}), ShapeError);
}

TEST(Safetensors, AnswersEveryBrokenFileWithASentence) {
  const auto folder = testing::shared_data("corrupt");
  if (!folder) GTEST_SKIP() << "optional data is absent";
  const std::string text = read_file(*folder / "EXPECT.json", 1'000'000);
  const Json expect = Json::parse(text, "EXPECT.json");
  // Their format is right; that a tensor is absent or turned, only the model they are for knows.
  const std::set<std::string> sound{"33_missing_tensor.safetensors", "35_transposed.safetensors"};
  int seen = 0;
  expect.root().each_member([&](std::string_view name, Json::Value value) {
    const auto file = *folder / name;
    if (!name.starts_with("safetensors/") || sound.contains(file.filename())) return;
    ++seen;
    std::string message;
    try {
      read_safetensors(file);
    } catch (const UserError& error) {
      message = error.what();
    }
    value.each_member([&](std::string_view key, Json::Value member) {
      if (key == "expect" && member.string() != "reject-or-warn") {
        EXPECT_EQ(message.empty(), member.string().starts_with("accept")) << name << message;
      }
      if (key != "message_should_mention" || message.empty()) return;
      member.each([&](Json::Value word) { expect_in(message, std::string(word.string())); });
      expect_in(message, file.filename().string());
    });
  });
  EXPECT_GT(seen, 10);
}

TEST(Safetensors, ReadsTheVariantsOfOthers) {
  const auto folder = testing::shared_data("checkpoints/variants");
  const auto plain = testing::shared_data("checkpoints/gpt-nano-sort/model.safetensors");
  if (!folder || !plain) GTEST_SKIP() << "optional data is absent";
  const TensorFile original = read_safetensors(*plain);
  for (const auto& file : std::filesystem::directory_iterator(*folder)) {
    if (file.path().extension() != ".safetensors") continue;
    EXPECT_GE(read_safetensors(file.path()).tensors.size(), original.tensors.size()) << file.path();
  }
  const TensorFile halves = read_safetensors(*folder / "nano-sort-f16.safetensors");
  ASSERT_EQ(halves.tensors.size(), original.tensors.size());
  for (const NamedTensor& half : halves.tensors) {
    for (const NamedTensor& whole : original.tensors) {
      if (half.name != whole.name) continue;
      EXPECT_LT(largest_difference(half.value, whole.value), 5e-3) << half.name;
    }
  }
}

TEST(Safetensors, TakesEightDimensions) {
  const auto of = [](const std::string& shape) {
    return parse_safetensors(file_of("{" + entry("a", "F32", shape, "[0,4]") + "}", 4), "m");
  };
  EXPECT_EQ(of("[1,1,1,1,1,1,1,1]").tensors.at(0).value.shape(), (Shape{1, 1}));
  EXPECT_THROW(of("[1,1,1,1,1,1,1,1,1]"), UserError);
}

}  // namespace
}  // namespace glassformer
