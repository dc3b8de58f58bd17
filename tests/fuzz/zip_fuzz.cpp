#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/formats/byte_source.h"
#include "core/tensor/error.h"

namespace {

void put(std::string& to, std::uint32_t number, int bytes) {
  for (int i = 0; i < bytes; ++i) to += static_cast<char>(number >> (8 * i));
}

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

// The first byte says how many bytes of the archive are changed, each by three bytes of the input:
// where, and to what. The rest is packed; or, if it begins as an archive does, is one itself.
std::string made_up(std::string_view data) {
  if (data.empty() || data.starts_with("PK")) return std::string(data);
  std::size_t changes = static_cast<unsigned char>(data[0]) % 16;
  data.remove_prefix(1);
  const std::string_view edits = data.substr(0, 3 * changes);
  data.remove_prefix(edits.size());
  std::string made = archive_of(data);
  for (std::size_t i = 0; i + 2 < edits.size(); i += 3) {
    const auto low = static_cast<unsigned char>(edits[i]);
    const auto high = static_cast<unsigned char>(edits[i + 1]);
    made[(low + 256U * high) % made.size()] = edits[i + 2];
  }
  return made;
}

}  // namespace

// Any file is either an archive whose entry can be read or an error that is a sentence; no more is
// unpacked than is asked for.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const int file = memfd_create("made-up.zip", 0);
  const std::string bytes = made_up({reinterpret_cast<const char*>(data), size});
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
