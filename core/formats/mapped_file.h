#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string_view>

namespace glassformer {

// An ordinary file as memory: its pages come when they are touched and go when memory is short.
// Somebody else may make the file shorter or write over it while it is mapped. What is missing then
// reads as zeros (the system's SIGBUS is caught), and check() and check_mapped_files() say so.
class MappedFile {
 public:
  // Throws UserError.
  static std::shared_ptr<const MappedFile> open(const std::filesystem::path& file);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::string_view bytes() const { return bytes_; }
  // To be called when the bytes were used. Throws UserError if they were not the same all the time.
  void check() const;

 private:
  MappedFile() = default;
  std::string_view bytes_;
  std::size_t place_ = 0;  // in the list that the handler of the signal looks through
};

// The same for every file that is or was mapped: before an answer is given that may come from one.
// Each loss is told once.
void check_mapped_files();

}  // namespace glassformer
