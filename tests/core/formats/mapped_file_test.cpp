#include "core/formats/mapped_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <numeric>
#include <string>

#include "core/formats/file.h"
#include "tests/support/message_of.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

using testing::message_of;
using testing::TemporaryFolder;

int sum(std::string_view bytes) {
  return std::accumulate(bytes.begin(), bytes.end(), 0);
}

// Without a handler the system ends the program here.
TEST(MappedFile, WhatIsCutOffWhileItIsReadIsASentence) {
  const TemporaryFolder here;
  const auto file = here / "large.bin";
  write_file(file, std::string(1 << 20, 'a'));
  const auto mapped = MappedFile::open(file);
  EXPECT_EQ(message_of([&] { mapped->check(); }), "");
  std::filesystem::resize_file(file, 5000);
  EXPECT_GE(sum(mapped->bytes()), 5000 * 'a');
  EXPECT_LT(sum(mapped->bytes()), 2 * 4096 * 'a') << "zeros stand for what is missing";
  EXPECT_NE(message_of([&] { mapped->check(); }).find("large.bin: became shorter"),
            std::string::npos);
  EXPECT_EQ(message_of([] { check_mapped_files(); }), "") << "it was told";
}

TEST(MappedFile, LessThanAPageIsMissedToo) {
  const TemporaryFolder here;
  write_file(here / "small.bin", std::string(1000, 'a'));
  const auto mapped = MappedFile::open(here / "small.bin");
  std::filesystem::resize_file(here / "small.bin", 500);
  EXPECT_NE(message_of([] { check_mapped_files(); }).find("small.bin: became shorter"),
            std::string::npos);
  EXPECT_EQ(message_of([] { check_mapped_files(); }), "");
}

TEST(MappedFile, AFileThatIsReplacedStaysWhatItWas) {
  const TemporaryFolder here;
  write_file(here / "a.bin", std::string(9000, 'a'));
  const auto mapped = MappedFile::open(here / "a.bin");
  write_file(here / "a.bin", "new");
  EXPECT_EQ(sum(mapped->bytes()), 9000 * 'a');
  EXPECT_EQ(message_of([&] { mapped->check(); }), "");
}

TEST(MappedFile, ALossIsToldOfWhenTheFileIsClosedToo) {
  const TemporaryFolder here;
  write_file(here / "a.bin", std::string(9000, 'a'));
  auto mapped = MappedFile::open(here / "a.bin");
  std::filesystem::resize_file(here / "a.bin", 1);
  mapped.reset();
  EXPECT_NE(message_of([] { check_mapped_files(); }).find("a.bin"), std::string::npos);
}

}  // namespace
}  // namespace glassformer
