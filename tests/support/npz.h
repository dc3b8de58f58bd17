#pragma once

#include <zlib.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Files of NumPy, written byte by byte.
namespace glassformer::testing {

// An array (NumPy Enhancement Proposal 1): npy_array("<f4", "(2, 3)", bytes).
inline std::string npy_array(const std::string& type, const std::string& shape,
                             std::string_view data) {
  std::string header =
      "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }";
  header.resize(246, ' ');
  header += '\n';
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(header.size() & 0xff);
  bytes += static_cast<char>(header.size() >> 8);
  return bytes + header + std::string(data);
}

inline std::string bytes_of(const std::vector<float>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(float)};
}

// Texts as NumPy pads them: so many characters of 4 bytes each.
inline std::string padded_texts(const std::vector<std::u32string>& texts, std::size_t characters) {
  std::string bytes;
  for (std::u32string text : texts) {
    text.resize(characters, U'\0');
    bytes.append(reinterpret_cast<const char*>(text.data()), text.size() * 4);
  }
  return bytes;
}

// A zip archive whose entries are stored (PKWARE's APPNOTE, section 4.3): NAME.npy each.
inline std::string npz(const std::vector<std::pair<std::string, std::string>>& arrays) {
  std::string made, directory;
  const auto put = [](std::string& to, std::uint64_t number, int bytes) {
    for (int i = 0; i < bytes; ++i) to += static_cast<char>(number >> (8 * i));
  };
  // Version, flags, method, time, date, checksum, both sizes, lengths of name and extra field.
  const auto describe = [&](std::string& to, std::string_view content, std::size_t name) {
    for (const int number : {20, 0, 0, 0, 0x21}) put(to, static_cast<std::uint64_t>(number), 2);
    put(to,
        crc32(0, reinterpret_cast<const Bytef*>(content.data()), static_cast<uInt>(content.size())),
        4);
    put(to, content.size(), 4);
    put(to, content.size(), 4);
    put(to, name, 2);
    put(to, 0, 2);
  };
  for (const auto& [array, content] : arrays) {
    const std::string name = array + ".npy";
    const std::size_t begin = made.size();
    made += "PK\3\4";
    describe(made, content, name.size());
    made += name + content;
    directory += "PK\1\2";
    put(directory, 20, 2);
    describe(directory, content, name.size());
    for (const int bytes : {2, 2, 2, 4}) put(directory, 0, bytes);  // comment, disk, attributes
    put(directory, begin, 4);
    directory += name;
  }
  const std::size_t at = made.size();
  made += directory + "PK\5\6";
  put(made, 0, 2);
  put(made, 0, 2);
  put(made, arrays.size(), 2);
  put(made, arrays.size(), 2);
  put(made, directory.size(), 4);
  put(made, at, 4);
  put(made, 0, 2);
  return made;
}

}  // namespace glassformer::testing
