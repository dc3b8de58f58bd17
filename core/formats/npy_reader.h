#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/formats/byte_reader.h"

namespace glassformer {

// What the header of a NumPy array file says (NumPy Enhancement Proposal 1; versions 1.0 to 3.0).
struct NpyHeader {
  enum class Kind { boolean, integer, natural, real };
  Kind kind = Kind::real;
  std::size_t bytes = 4;  // of a number
  bool big_endian = false;
  bool fortran = false;  // columns, not rows, lie together
  std::vector<std::uint64_t> shape;
  std::size_t header_bytes = 0;  // where the numbers begin

  // The last dimension, and all others together; a single number is 1 × 1.
  std::uint64_t rows() const;
  std::uint64_t cols() const;
  bool is_float32() const { return kind == Kind::real && bytes == 4 && !big_endian; }
};

// Throws UserError: for what is no array, for types that are no numbers (pickled objects are never
// looked into), and for a shape of more than 2⁴⁸ bytes.
NpyHeader read_npy_header(ByteReader& in);

// An array of texts: of Unicode ('<U7') or of bytes ('|S7'), as NumPy holds them, each as long as
// the longest and filled up with zeros. Returns them as UTF-8, `most` at most. Throws UserError,
// also for more, for texts of more than 1000 characters, and for an array of numbers.
std::vector<std::string> read_npy_texts(ByteReader& in, std::size_t most);

// The next `to.size()` numbers as float. Throws UserError if the file ends before.
void read_npy_numbers(ByteReader& in, const NpyHeader& header, std::span<float> to);

}  // namespace glassformer
