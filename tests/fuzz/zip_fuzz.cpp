#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/formats/byte_source.h"
#include "core/tensor/error.h"
#include "tests/fuzz/damaged.h"

namespace {

using glassformer::fuzz::put;

// What the header of an entry and the directory say alike: version, flags, method, time, date,
// checksum (0: nobody looks before the end), sizes, lengths of name and extra field.
void describe(std::string& to, std::uint32_t size, std::uint32_t name) {
  for (const std::uint32_t number : {20U, 0U, 0U, 0U, 0U}) put(to, number, 2);
  for (const std::uint32_t number : {0U, size, size}) put(to, number, 4);
  put(to, name, 2);
  put(to, 0, 2);
}

// A zip archive with one stored entry (PKWARE's APPNOTE, section 4.3).
std::string archive_of(std::string_view content) {
  const std::string name = "words.txt";
  std::string made = "PK\3\4";
  describe(made, static_cast<std::uint32_t>(content.size()),
           static_cast<std::uint32_t>(name.size()));
  made += name;
  made += content;
  const auto directory = static_cast<std::uint32_t>(made.size());
  made += "PK\1\2";
  put(made, 20, 2);
  describe(made, static_cast<std::uint32_t>(content.size()),
           static_cast<std::uint32_t>(name.size()));
  for (const int bytes : {2, 2, 2, 4, 4}) put(made, 0, bytes);  // comment, disk, attributes, offset
  made += name;
  const auto end = static_cast<std::uint32_t>(made.size());
  made += "PK\5\6";
  for (const std::uint32_t number : {0U, 0U, 1U, 1U}) put(made, number, 2);
  put(made, end - directory, 4);
  put(made, directory, 4);
  put(made, 0, 2);
  return made;
}

}  // namespace

// Any file is either an archive whose entry can be read or an error that is a sentence; no more is
// unpacked than is asked for.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const int file = memfd_create("made-up.zip", 0);
  const std::string bytes =
      glassformer::fuzz::damaged({reinterpret_cast<const char*>(data), size}, "PK", archive_of);
  if (ftruncate(file, 0) != 0 || pwrite(file, bytes.data(), bytes.size(), 0) < 0) std::abort();
  const std::string path = "/proc/self/fd/" + std::to_string(file);
  try {
    const auto text = glassformer::open_bytes(path);
    char piece[4096];
    for (int i = 0; i < 100 && text->read_some(piece, sizeof piece) > 0; ++i) {
    }
    static_cast<void>(glassformer::names_bytes(path + "/words.txt"));
  } catch (const glassformer::UserError& error) {
    if (std::string_view(error.what()).empty()) std::abort();
  }
  return 0;
}
