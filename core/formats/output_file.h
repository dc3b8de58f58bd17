#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/formats/gzip_writer.h"

namespace glassformer {

// Whole files that take the names of old ones together: all of them, or none.
class Renames {
 public:
  // From now on the file at `place` has the name `target`. The old one is at `place` then, where
  // the file system can exchange two names. Throws UserError.
  void add(std::filesystem::path place, std::filesystem::path target);
  // As it was before. An old file whose name could not be exchanged is gone, and the new one stays.
  void take_back();

 private:
  struct Done {
    std::filesystem::path place, target;
    bool exchanged = false;
  };
  std::vector<Done> done_;
};

// A file that is written piece by piece, as core/formats/file.h says of write_file: beside its
// name, and renamed by finish(). If it goes before that, the old file stays and nothing is left
// behind, but for what a kill leaves: the next one of that name takes it away (unfinished.h). A
// name that ends in .gz is packed.
class OutputFile {
 public:
  // `keep_going` is asked now and then while it is written; false stops, with a UserError.
  explicit OutputFile(const std::filesystem::path& file, std::function<bool()> keep_going = {});
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view bytes);
  // All of it lies on the disk, and only the renaming is left: of two files that belong together
  // neither is renamed before both are complete.
  void complete();
  void finish();
  // Two files that belong together: both are renamed or, where the second cannot be, neither is.
  static void finish_both(OutputFile& first, OutputFile& second);

 private:
  void flush();
  void send(std::string_view bytes);

  std::filesystem::path file_;
  std::filesystem::path target_;  // behind a symbolic link
  std::string beside_;            // empty: `file_` is a device or a pipe
  int descriptor_ = -1;
  bool complete_ = false;
  unsigned mode_ = 0;
  std::string buffer_;
  std::unique_ptr<GzipWriter> gzip_;
  std::function<bool()> keep_going_;
};

// The file that a name leads to through symbolic links, also one that is not there yet.
std::filesystem::path behind_links(const std::filesystem::path& file);

// Whether bytes for it go to a device, a pipe or an open descriptor (/dev/stdout, /dev/fd/3): there
// is nothing to rename, and no place for a second file beside it.
bool is_stream(const std::filesystem::path& file);

}  // namespace glassformer
