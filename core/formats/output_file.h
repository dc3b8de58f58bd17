#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace glassformer {

// A file that is written piece by piece, as core/formats/file.h says of write_file: beside its
// name, and renamed by finish(). If it goes before that, the old file stays and nothing is left
// behind.
class OutputFile {
 public:
  explicit OutputFile(const std::filesystem::path& file);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view bytes);
  void finish();

 private:
  void flush();

  std::filesystem::path file_;
  std::filesystem::path target_;  // behind a symbolic link
  std::string beside_;            // empty: `file_` is a device or a pipe
  int descriptor_ = -1;
  unsigned mode_ = 0;
  std::string buffer_;
};

}  // namespace glassformer
