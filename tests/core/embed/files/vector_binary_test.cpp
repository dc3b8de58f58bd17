#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "core/embed/files/read_vectors.h"
#include "core/embed/files/vector_readers.h"
#include "core/embed/files/write_vectors.h"
#include "core/formats/byte_reader.h"
#include "core/formats/file.h"
#include "tests/core/embed/files/some_vectors.h"
#include "tests/support/temporary_folder.h"

// Word vectors as bytes: word2vec's and fastText's own files.
namespace glassformer {
namespace {

using testing::error_of;
using testing::of_floats;
using testing::read_text;
using testing::TemporaryFolder;

TEST(Word2VecBinary, WithAndWithoutLineEnds) {
  const std::string a = of_floats({1, 2}), b = of_floats({3, 4});
  for (const std::string end : {"", "\n"}) {
    const WordVectorsPtr v = read_text(fmt::format("2 2\na {}{}b {}{}", a, end, b, end));
    ASSERT_EQ(v->words.size(), 2U);
    EXPECT_EQ(v->vectors[1][1], 4.0F);
  }
}

TEST(Word2VecBinary, EveryCutIsNamed) {
  const std::string whole = "2 2\na " + of_floats({1, 2}) + "\nb " + of_floats({3, 4});
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const std::string bytes = whole.substr(0, length);
    ByteReader in(bytes_in_memory(bytes), "cut.bin");
    EXPECT_NE(error_of([&] { read_word2vec_binary(in, 0); }).find("cut.bin: "), std::string::npos)
        << length;
  }
}

TEST(Word2VecBinary, ManyRowsGrowWithoutLoss) {
  const TemporaryFolder folder;
  WordVectors v;
  RowsBuilder rows(70'000, 20);
  for (std::size_t r = 0; r < rows.count(); ++r) {
    v.words.add(std::to_string(r));
    for (std::size_t k = 0; k < 20; ++k) rows[r][k] = static_cast<float>(r * 20 + k);
  }
  v.vectors = rows.finish();
  write_vectors(folder / "many.bin", v, VectorFormat::word2vec_binary);
  const WordVectorsPtr again = read_vectors(folder / "many.bin");
  ASSERT_EQ(again->words.size(), 70'000U);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(again->vectors.data()) % 64, 0U);
  for (const std::size_t r : {0U, 1U, 700U, 8191U, 8192U, 65'536U, 69'999U}) {
    EXPECT_EQ(again->words.find(std::to_string(r)), static_cast<int>(r));
    EXPECT_EQ(again->vectors[r][19], static_cast<float>(r * 20 + 19));
  }
}

TEST(Word2VecBinary, AClaimTakesNoMemory) {
  ByteReader in(bytes_in_memory("4000000000000 65536\na "), "claims.bin");
  EXPECT_NE(error_of([&] { read_word2vec_binary(in, 0); }).find("ends at byte 22"),
            std::string::npos);
}

// A file of fastText's own with so many buckets; the vector of `broken` holds no number.
std::string fasttext_file(const std::vector<std::string>& words, std::size_t broken, int buckets) {
  std::string bytes;
  const auto put = [&](auto number) {
    bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
  };
  const auto count = static_cast<std::int32_t>(words.size());
  for (const std::int32_t n : {793'712'314, 12, 2, 5, 1, 1, 5, 1, 2, 1, buckets, 3, 4, 100}) put(n);
  put(0.0);
  for (const std::int32_t n : {count, count, 0}) put(n);
  put(std::int64_t{1});
  put(std::int64_t{-1});
  for (const std::string& word : words) {
    bytes += word + '\0';
    put(std::int64_t{1});
    put(std::int8_t{0});
  }
  for (const int rows : {count + buckets, count}) {
    put(std::uint8_t{0});
    put(std::int64_t{rows});
    put(std::int64_t{2});
    for (int i = 0; i < rows; ++i) {
      put(i == static_cast<int>(broken) ? std::nanf("") : 1.0F);
      put(2.0F);
    }
  }
  return bytes;
}

TEST(FastTextBinary, CountsWhatIsNoNumberWhateverTheNGrams) {
  const TemporaryFolder folder;
  for (const int buckets : {0, 3}) {
    for (const auto& words : {std::vector<std::string>{"one", "two", "three"},
                              std::vector<std::string>{"one", "two", "one"}}) {
      write_file(folder / "my.bin", fasttext_file(words, 1, buckets));
      const WordVectorsPtr v = read_vectors(folder / "my.bin");
      EXPECT_NE(v->warning.find("1 vector holds a number that is infinite"), std::string::npos)
          << buckets << " " << words.back() << ": " << v->warning;
    }
  }
}

}  // namespace
}  // namespace glassformer
