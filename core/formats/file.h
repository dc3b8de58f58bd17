#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace glassformer {

// An ordinary file open for reading, for what is too large to hold twice. A folder, a device or a
// pipe is refused before it can block. Throws UserError.
class InputFile {
 public:
  explicit InputFile(const std::filesystem::path& file);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  std::uintmax_t size() const { return size_; }  // when it was opened
  // The `count` bytes from `offset` on, into `to`; fails if the file ends before.
  void read(std::uintmax_t offset, char* to, std::size_t count) const;
  int descriptor() const { return descriptor_; }  // to map it; it stays this object's
  // At most that many; 0 at the end. Some files (/proc) hold more than the size they claim.
  std::size_t read_some(std::uintmax_t offset, char* to, std::size_t max) const;

 private:
  std::filesystem::path file_;
  int descriptor_ = -1;
  std::uintmax_t size_ = 0;
};

// The bytes of an ordinary file of at most `most` bytes. Its size is looked at first, so a file too
// large is never read; a folder, a device or a pipe is refused before it can block. Throws
// UserError.
std::string read_file(const std::filesystem::path& file, std::size_t max);

// Writes beside the file, syncs, then renames: whoever reads it sees the old bytes or the new ones,
// and a full disk or a crash leaves the old file whole. A symbolic link stays one, and its target
// keeps its permissions. Throws UserError, also where its folder is not there.
void write_file(const std::filesystem::path& file, std::string_view bytes);

// "12 bytes", "3.1 MB": for messages.
std::string readable_size(std::uintmax_t bytes);

}  // namespace glassformer
