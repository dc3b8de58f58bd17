#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace glassformer {

// A file for what has no room in memory, in the folder for temporary files (TMPDIR, or else
// /var/tmp): no other program sees it, and it goes with this object. It is made by the first write.
// All functions throw UserError if the disk fails.
class NamelessFile {
 public:
  NamelessFile() = default;
  ~NamelessFile();
  NamelessFile(NamelessFile&& other) noexcept;
  NamelessFile& operator=(NamelessFile&& other) noexcept;

  // `at` counts bytes from the beginning.
  void write(std::uint64_t at, std::span<const std::byte> bytes);
  // Fails for bytes that were never written. From any thread, while nobody writes.
  void read(std::uint64_t at, std::span<std::byte> bytes) const;

 private:
  int descriptor_ = -1;  // -1: not made yet
};

}  // namespace glassformer
