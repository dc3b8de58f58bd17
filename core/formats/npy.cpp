#include "core/formats/npy.h"

#include <bit>
#include <cstdint>

namespace glassformer {

namespace {

// The header and what stands before it fill whole blocks of 64 bytes.
constexpr std::size_t block = 64;
constexpr std::size_t before_header = 10;  // magic, version, length

void append(std::string& bytes, std::uint32_t word, int count) {
  for (int i = 0; i < count; ++i) bytes.push_back(static_cast<char>(word >> (8 * i) & 0xff));
}

}  // namespace

std::string npy_bytes(const Mat& m) {
  std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (" +
                       std::to_string(m.rows()) + ", " + std::to_string(m.cols()) + "), }";
  const std::size_t length = before_header + header.size() + 1;
  header.append((block - length % block) % block, ' ');
  header.push_back('\n');

  std::string bytes = "\x93NUMPY";
  append(bytes, 0x0001, 2);  // version 1.0: major, minor
  append(bytes, static_cast<std::uint32_t>(header.size()), 2);
  bytes += header;
  bytes.reserve(bytes.size() + m.size() * sizeof(float));
  for (Real cell : m.cells()) {
    append(bytes, std::bit_cast<std::uint32_t>(static_cast<float>(cell)), 4);
  }
  return bytes;
}

}  // namespace glassformer
