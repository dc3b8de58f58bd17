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
