#include "core/formats/npy.h"

#include <gtest/gtest.h>

#include <cstring>

namespace glassformer {
namespace {

TEST(Npy, HasTheHeaderOfVersionOneAndItsNumbers) {
  const std::string bytes = npy_bytes(Mat{{1, 2, 3}, {4, 5, -0.5}});
  ASSERT_EQ(bytes.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
  const std::size_t length =
      static_cast<unsigned char>(bytes[8]) + 256u * static_cast<unsigned char>(bytes[9]);
  EXPECT_EQ((10 + length) % 64, 0u);
  const std::string header = bytes.substr(10, length);
  EXPECT_TRUE(header.starts_with("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }"));
  EXPECT_EQ(header.back(), '\n');
  ASSERT_EQ(bytes.size(), 10 + length + 6 * sizeof(float));
  float last = 0;
  std::memcpy(&last, bytes.data() + bytes.size() - sizeof last, sizeof last);
  EXPECT_EQ(last, -0.5f);
}

}  // namespace
}  // namespace glassformer
