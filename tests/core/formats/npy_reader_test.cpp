#include "core/formats/npy_reader.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <fstream>
#include <string>
#include <vector>

#include "core/formats/npy.h"
#include "core/tensor/error.h"
#include "tests/support/paths.h"

namespace glassformer {
namespace {

using nlohmann::json;

TEST(NpyReader, ReadsWhatIsWritten) {
  const Mat m = {{1, 2.5, -3}, {4, 0, 1e-9}};
  const std::string bytes = npy_bytes(m);
  ByteReader in(bytes_in_memory(bytes), "made-up.npy");
  const NpyHeader header = read_npy_header(in);
  EXPECT_EQ(header.shape, (std::vector<std::uint64_t>{2, 3}));
  EXPECT_TRUE(header.is_float32());
  std::vector<float> numbers(6);
  read_npy_numbers(in, header, numbers);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(numbers[i], static_cast<float>(m.cells()[i]));
  EXPECT_TRUE(in.at_end());
}

// The format as NumPy's "npy format" document has it, written here byte by byte.
std::string npy(const std::string& type, const std::string& data) {
  std::string header = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (2,), }";
  header.resize(117, ' ');
  header += '\n';
  return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(header.size()) + '\0' + header +
         data;
}

TEST(NpyReader, ReadsNumbersOfEitherByteOrder) {
  using namespace std::string_literals;
  const std::pair<std::string, std::string> files[] = {
      {">f4", "\x3f\xc0\x00\x00\xc0\x40\x00\x00"s},  // 1.5, −3
      {"<f4", "\x00\x00\xc0\x3f\x00\x00\x40\xc0"s},
      {">f8", "\x3f\xf8\x00\x00\x00\x00\x00\x00\xc0\x08\x00\x00\x00\x00\x00\x00"s},
      {"<f8", "\x00\x00\x00\x00\x00\x00\xf8\x3f\x00\x00\x00\x00\x00\x00\x08\xc0"s}};
  for (const auto& [type, data] : files) {
    const std::string bytes = npy(type, data);
    ByteReader in(bytes_in_memory(bytes), "made-up.npy");
    std::vector<float> numbers(2);
    read_npy_numbers(in, read_npy_header(in), numbers);
    EXPECT_EQ(numbers, (std::vector<float>{1.5F, -3})) << type;
  }
  for (const auto& [type, data] :
       {std::pair{">i2"s, "\x01\x02\xff\xfe"s}, std::pair{"<i2"s, "\x02\x01\xfe\xff"s}}) {
    const std::string bytes = npy(type, data);
    ByteReader in(bytes_in_memory(bytes), "made-up.npy");
    std::vector<float> numbers(2);
    read_npy_numbers(in, read_npy_header(in), numbers);
    EXPECT_EQ(numbers, (std::vector<float>{258, -2})) << type;
  }
}

std::vector<float> two_numbers(const std::string& bytes) {
  ByteReader in(bytes_in_memory(bytes), "made-up.npy");
  std::vector<float> numbers(2);
  read_npy_numbers(in, read_npy_header(in), numbers);
  return numbers;
}

TEST(NpyReader, ReadsEveryKindOfNumber) {
  using namespace std::string_literals;
  using Two = std::vector<float>;
  EXPECT_EQ(two_numbers(npy("|u1", "\xff\x02"s)), (Two{255, 2}));
  EXPECT_EQ(two_numbers(npy("|i1", "\xff\x02"s)), (Two{-1, 2}));
  EXPECT_EQ(two_numbers(npy("|b1", "\x00\x01"s)), (Two{0, 1}));
  EXPECT_EQ(two_numbers(npy("<u2", "\xff\xff\x02\x00"s)), (Two{65535, 2}));
  EXPECT_EQ(two_numbers(npy("<i2", "\xff\xff\x02\x00"s)), (Two{-1, 2}));
  EXPECT_EQ(two_numbers(npy("<f2", "\x00\x3e\x00\xc2"s)), (Two{1.5F, -3}));
  EXPECT_EQ(two_numbers(npy("<u4", "\xff\xff\xff\xff\x02\x00\x00\x00"s)), (Two{4294967295.0F, 2}));
  EXPECT_EQ(two_numbers(npy("<i4", "\xff\xff\xff\xff\x02\x00\x00\x00"s)), (Two{-1, 2}));
  const std::string ones(8, '\xff'), two = "\x02"s + std::string(7, '\0');
  EXPECT_EQ(two_numbers(npy("<i8", ones + two)), (Two{-1, 2}));
  EXPECT_EQ(two_numbers(npy("<u8", ones + two)), (Two{18446744073709551615.0F, 2}));
  for (const char* const none : {"<f1", "<f16", "<c8", "<U1", "|O", "<i3", "x4", "?f4"}) {
    EXPECT_THROW(two_numbers(npy(none, std::string(16, '\0'))), UserError) << none;
  }
}

// Versions 2 and 3 have four bytes for the length of the header.
TEST(NpyReader, ReadsItsThreeVersions) {
  using namespace std::string_literals;
  const std::string first = npy("|u1", "\x05\x06"s);
  const auto of_version = [&](char version) {
    std::string header = first.substr(10);
    const auto length = static_cast<char>(first[8]);
    return "\x93NUMPY"s + version + '\0' + length + "\0\0\0"s + header;
  };
  EXPECT_EQ(two_numbers(of_version(2)), (std::vector<float>{5, 6}));
  EXPECT_EQ(two_numbers(of_version(3)), (std::vector<float>{5, 6}));
  EXPECT_THROW(two_numbers(of_version(4)), UserError);
}

NpyHeader header_with(const std::string& order, const std::string& shape) {
  std::string header =
      "{'descr': '<f4', 'fortran_order': " + order + ", 'shape': " + shape + ", }\n";
  const std::string bytes = std::string("\x93NUMPY\x01\x00", 8) +
                            static_cast<char>(header.size() % 256) +
                            static_cast<char>(header.size() / 256) + header;
  ByteReader in(bytes_in_memory(bytes), "made-up.npy");
  return read_npy_header(in);
}

TEST(NpyReader, ReadsOrderAndShape) {
  EXPECT_TRUE(header_with("True", "(3, 4)").fortran);
  EXPECT_FALSE(header_with("False", "(3, 4)").fortran);
  const NpyHeader three = header_with("False", "(2L, 3, 4L)");
  EXPECT_EQ(three.shape, (std::vector<std::uint64_t>{2, 3, 4}));
  EXPECT_EQ(three.rows(), 6u);
  EXPECT_EQ(three.cols(), 4u);
  const NpyHeader none = header_with("False", "()");
  EXPECT_EQ(none.rows() * none.cols(), 1u);
  std::string sides;
  for (int i = 0; i < 32; ++i) sides += "1, ";
  EXPECT_EQ(header_with("False", "(" + sides + ")").shape.size(), 32u);
  EXPECT_THROW(header_with("False", "(" + sides + "1)"), UserError);
}

TEST(NpyReader, EveryCutIsNamed) {
  const std::string whole = npy_bytes(Mat{{1, 2}});
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const std::string bytes = whole.substr(0, length);
    ByteReader in(bytes_in_memory(bytes), "cut.npy");
    EXPECT_THROW(
        {
          const NpyHeader header = read_npy_header(in);
          std::vector<float> numbers(2);
          read_npy_numbers(in, header, numbers);
        },
        UserError)
        << length;
  }
}

TEST(NpyReader, EveryVariantOfTheSharedData) {
  const auto folder = testing::shared_data("npy/variants");
  if (!folder) GTEST_SKIP() << "optional data is absent";
  const json all = json::parse(std::ifstream(*folder / "EXPECT.json"));
  for (const auto& [name, wanted] : all.items()) {
    if (!name.ends_with(".npy")) continue;
    SCOPED_TRACE(name);
    ByteReader in(open_bytes(*folder / name), name);
    if (wanted.at("expect").get<std::string>().starts_with("reject")) {
      EXPECT_THROW(read_npy_header(in), UserError);
      continue;
    }
    const NpyHeader header = read_npy_header(in);
    if (!wanted.contains("shape")) continue;
    EXPECT_EQ(header.shape, wanted.at("shape").get<std::vector<std::uint64_t>>());
    if (!wanted.contains("values")) continue;
    std::vector<float> numbers(wanted.at("values").size());
    read_npy_numbers(in, header, numbers);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const std::uint64_t rows = header.rows(), cols = header.cols();
      const std::size_t at = header.fortran ? (i % cols) * rows + i / cols : i;
      EXPECT_EQ(numbers[at], wanted.at("values")[i].get<float>()) << i;
    }
    EXPECT_TRUE(in.at_end());
  }
}

}  // namespace
}  // namespace glassformer
