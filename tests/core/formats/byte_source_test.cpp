#include "core/formats/byte_source.h"

#include <gtest/gtest.h>
#include <zip.h>
#include <zlib.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/formats/file.h"
#include "core/formats/line_reader.h"
#include "core/formats/mapped_file.h"
#include "core/tensor/error.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

using testing::TemporaryFolder;

std::string gzipped(const std::string& text) {
  z_stream stream{};
  deflateInit2(&stream, 9, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);
  std::string packed(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

struct Packed {
  std::string name, text;
};

void write_zip(const std::filesystem::path& file, const std::vector<Packed>& entries) {
  zip_t* const archive = zip_open(file.c_str(), ZIP_CREATE | ZIP_TRUNCATE, nullptr);
  for (const Packed& entry : entries) {
    zip_source_t* const source =
        zip_source_buffer(archive, entry.text.data(), entry.text.size(), 0);
    zip_file_add(archive, entry.name.c_str(), source, 0);
  }
  ASSERT_EQ(zip_close(archive), 0);
}

std::string all_of(ByteSource& source, std::size_t piece = 7) {
  std::string text;
  std::vector<char> buffer(piece);
  while (const std::size_t n = source.read_some(buffer.data(), buffer.size())) {
    text.append(buffer.data(), n);
  }
  return text;
}

std::string unpacked(const std::string& packed) {
  return all_of(*gunzipped(bytes_in_memory(packed), "made-up.gz"));
}

std::string error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const UserError& error) {
    return error.what();
  }
  return "no error";
}

const std::string text = "Rome\nParis\nBerlin\nRome\nParis\nBerlin\n";

TEST(ByteSource, PlainFileComesAsItIs) {
  const TemporaryFolder folder;
  write_file(folder / "a.txt", text);
  const auto source = open_bytes(folder / "a.txt");
  EXPECT_EQ(source->done(), 0);
  EXPECT_EQ(all_of(*source), text);
  EXPECT_EQ(source->done(), 1);
}

TEST(ByteSource, GzipIsKnownByItsBytesNotItsName) {
  const TemporaryFolder folder;
  write_file(folder / "a.txt", gzipped(text));
  EXPECT_EQ(all_of(*open_bytes(folder / "a.txt")), text);
}

TEST(ByteSource, FirstBytesAreUnpackedAndNotMoreThanLookedAt) {
  const TemporaryFolder folder;
  const std::string large(3 * looked_at, 'x');
  write_file(folder / "a", "few");
  EXPECT_EQ(first_bytes(folder / "a"), "few");
  write_file(folder / "a", gzipped("few"));
  EXPECT_EQ(first_bytes(folder / "a"), "few");
  write_file(folder / "a", gzipped(large));
  EXPECT_EQ(first_bytes(folder / "a"), large.substr(0, looked_at));
  write_file(folder / "a", "");
  EXPECT_EQ(first_bytes(folder / "a"), "");
}

TEST(ByteSource, MembersOfAGzipFollowEachOther) {
  EXPECT_EQ(unpacked(gzipped("one ") + gzipped("") + gzipped("two")), "one two");
  EXPECT_EQ(unpacked(gzipped("one") + std::string(512, '\0')), "one");
}

TEST(ByteSource, WhatFollowsAGzipAndIsNoneIsNotLeftOutInSilence) {
  const std::string said = error_of([] { unpacked(gzipped("one") + "two"); });
  EXPECT_NE(said.find("made-up.gz: after its packed data, which unpacks to 3 bytes, stands"),
            std::string::npos)
      << said;
  EXPECT_NE(said.find("gzip -dc"), std::string::npos) << said;
  EXPECT_NE(error_of([] { unpacked(gzipped("one") + std::string(9, '\0') + "x"); }), "no error");
}

TEST(ByteSource, EveryCutGzipIsNamed) {
  const std::string packed = gzipped(text);
  for (std::size_t length = 1; length < packed.size(); ++length) {
    EXPECT_NE(error_of([&] { unpacked(packed.substr(0, length)); }).find("truncated"),
              std::string::npos)
        << length;
  }
}

TEST(ByteSource, DamagedGzipIsNamed) {
  std::string packed = gzipped(text);
  packed[packed.size() - 6] ^= 1;  // in its checksum
  EXPECT_NE(error_of([&] { unpacked(packed); }).find("made-up.gz: its packed data is damaged"),
            std::string::npos);
  EXPECT_NE(error_of([&] { unpacked("no gzip at all"); }).find("damaged"), std::string::npos);
}

TEST(ByteSource, OnlyAsMuchIsUnpackedAsIsAskedFor) {
  const std::string bomb = gzipped(std::string(8'000'000, 'x'));
  ASSERT_LT(bomb.size(), 16'000U);
  const auto source = gunzipped(bytes_in_memory(bomb), "bomb.gz");
  char some[16];
  EXPECT_EQ(source->read_some(some, sizeof some), sizeof some);
  EXPECT_EQ(std::string(some, sizeof some), std::string(16, 'x'));
}

TEST(ByteSource, TheOnlyEntryOfAZipNeedsNoName) {
  const TemporaryFolder folder;
  write_zip(folder / "a.zip", {{"folder/b.txt", text}});
  EXPECT_EQ(all_of(*open_bytes(folder / "a.zip")), text);
  EXPECT_EQ(all_of(*open_bytes(folder / "a.zip/folder/b.txt")), text);
}

TEST(ByteSource, AnEntryIsNamedLikeAFileInAFolder) {
  const TemporaryFolder folder;
  write_zip(folder / "a.zip", {{"one.txt", "1"}, {"two.txt", "2"}});
  EXPECT_EQ(all_of(*open_bytes(folder / "a.zip/two.txt")), "2");
  EXPECT_TRUE(names_bytes(folder / "a.zip/two.txt"));
  const std::string several = error_of([&] { open_bytes(folder / "a.zip"); });
  EXPECT_NE(several.find("one.txt, two.txt"), std::string::npos) << several;
  const std::string none = error_of([&] { open_bytes(folder / "a.zip/three.txt"); });
  EXPECT_NE(none.find("holds no three.txt; it holds one.txt, two.txt"), std::string::npos) << none;
}

TEST(ByteSource, WhatIsNoArchiveHoldsNothing) {
  const TemporaryFolder folder;
  write_file(folder / "a.txt", text);
  EXPECT_NE(error_of([&] { open_bytes(folder / "a.txt/b.txt"); }).find("no zip archive"),
            std::string::npos);
  EXPECT_NE(error_of([&] { open_bytes(folder / "none.txt"); }).find("there is no such file"),
            std::string::npos);
  EXPECT_FALSE(names_bytes(folder / "none.txt"));
  EXPECT_FALSE(names_bytes(folder.path()));
}

TEST(ByteSource, CutZipIsNamed) {
  const TemporaryFolder folder;
  write_zip(folder / "a.zip", {{"one.txt", text}});
  const std::string whole = read_file(folder / "a.zip", 10'000);
  write_file(folder / "cut.zip", whole.substr(0, whole.size() - 30));
  EXPECT_NE(error_of([&] { open_bytes(folder / "cut.zip"); }).find("cut short"), std::string::npos);
}

TEST(ByteSource, HostileZipsOfTheSharedData) {
  const auto folder = testing::shared_data("corrupt/npy");
  if (!folder) GTEST_SKIP() << "optional data is absent";
  const auto read = [&](const char* name) {
    return error_of([&] { all_of(*open_bytes(*folder / name)); });
  };
  EXPECT_NE(read("21_npz_bad_crc.npz/a.npy").find("CRC error"), std::string::npos);
  EXPECT_EQ(read("23_npz_zip_slip.npz"), "no error");
  EXPECT_NE(read("25_npz_encrypted_flag.npz/a.npy").find("encrypted"), std::string::npos);
  EXPECT_NE(read("27_npz_method_lzma.npz").find("LZMA"), std::string::npos);
}

std::vector<std::string> lines_of(const std::string& bytes, std::size_t longest = 1000) {
  const auto source = bytes_in_memory(bytes);
  LineReader reader(*source, "made-up.txt", longest);
  std::vector<std::string> lines;
  for (std::string_view line; reader.next(line);) lines.emplace_back(line);
  EXPECT_EQ(reader.line(), lines.size());
  return lines;
}

TEST(LineReader, LinesOfEveryKind) {
  using Lines = std::vector<std::string>;
  EXPECT_EQ(lines_of(""), Lines{});
  EXPECT_EQ(lines_of("a"), Lines{"a"});
  EXPECT_EQ(lines_of("a\n"), Lines{"a"});
  EXPECT_EQ(lines_of("a\r\n\nb\n"), (Lines{"a", "", "b"}));
  EXPECT_EQ(lines_of("\xef\xbb\xbf"
                     "a\nb"),
            (Lines{"a", "b"}));
  const std::string many(70'000, '\n');
  EXPECT_EQ(lines_of(many).size(), many.size());
}

// The mark at the beginning of a text is one; at the beginning of another line it is a letter.
TEST(LineReader, OnlyTheFirstLineHasAMark) {
  const std::string mark = "\xEF\xBB\xBF", text = mark + "a\n" + mark + "b\n";
  const auto source = bytes_in_memory(text);
  LineReader reader(*source, "made-up.txt");
  std::string_view line;
  ASSERT_TRUE(reader.next(line));
  EXPECT_EQ(line, "a");
  ASSERT_TRUE(reader.next(line));
  EXPECT_EQ(line, mark + "b");
  EXPECT_FALSE(reader.next(line));
}

// A line may be exactly so long.
TEST(LineReader, TakesALineOfTheGreatestLength) {
  constexpr std::size_t longest = 100'000;
  for (const std::size_t more : {0, 1}) {
    const std::string text = std::string(longest + more, 'x') + "\n";
    const auto source = bytes_in_memory(text);
    LineReader reader(*source, "made-up.txt", longest);
    std::string_view line;
    if (more == 0) {
      ASSERT_TRUE(reader.next(line));
      EXPECT_EQ(line.size(), longest);
    } else {
      EXPECT_THROW(reader.next(line), UserError);
    }
  }
}

TEST(LineReader, ATextThatIsCutShortShows) {
  const auto source = bytes_in_memory("a\nb");
  LineReader reader(*source, "made-up.txt");
  std::string_view line;
  ASSERT_TRUE(reader.next(line));
  EXPECT_TRUE(reader.ended());
  ASSERT_TRUE(reader.next(line));
  EXPECT_FALSE(reader.ended());
}

TEST(LineReader, RefusesWhatIsNoTextOfLines) {
  EXPECT_NE(error_of([] { lines_of("a\n" + std::string(100'000, 'x')); }).find("line 2 is longer"),
            std::string::npos);
  EXPECT_NE(error_of([] {
              lines_of(
                  std::string("\xff\xfe"
                              "a\0",
                              4));
            }).find("UTF-16"),
            std::string::npos);
  for (const char* const mark : {"\xff\xfe\0\0", "\0\0\xfe\xff"}) {
    EXPECT_NE(error_of([&] { lines_of(std::string(mark, 4)); }).find("UTF-32"), std::string::npos);
  }
}

TEST(MappedFile, HoldsTheBytesOfTheFile) {
  const TemporaryFolder folder;
  write_file(folder / "a.txt", text);
  EXPECT_EQ(MappedFile::open(folder / "a.txt")->bytes(), text);
  write_file(folder / "empty.txt", "");
  EXPECT_EQ(MappedFile::open(folder / "empty.txt")->bytes(), "");
  EXPECT_NE(error_of([&] { MappedFile::open(folder.path()); }).find("is a folder"),
            std::string::npos);
}

}  // namespace
}  // namespace glassformer
