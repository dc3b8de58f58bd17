#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "core/formats/output_file.h"
#include "core/tensor/error.h"

// Where what takes minutes or hours to make is to lie: asked before it is made, not after.
namespace glassformer {

// Throws UserError if nothing can be written to that name. No file is left. A pipe is not tried:
// its reader would see the end.
void check_writable(const std::string& out);

// The same for a training, which writes its file again and again, with a checkpoint beside it: it
// needs a file on a disk, no device and no pipe.
void check_training_file(const std::string& out);

// Says on standard error that a file of that name is there and when the training replaces it.
void tell_replaced(const std::string& out, std::string_view when);

// Throws UserError if the disk under that name has less room than so many bytes.
void check_room(const std::filesystem::path& out, double bytes, std::string_view what);

// A file that is written at the end of the work. A device or a pipe is opened at once, so that one
// which nobody reads is refused before the work; an ordinary file is tried and left as it is. An
// empty name is no file.
class LaterOutput {
 public:
  explicit LaterOutput(std::string name);
  void write(std::string_view bytes);

 private:
  std::string name_;
  std::unique_ptr<OutputFile> stream_;
};

// While it lives no other training writes to that file, whatever links lead to it: FILE.lock stands
// beside it, locked. What a kill left of it is taken over. Throws UserError if one does.
class OutputLock {
 public:
  explicit OutputLock(const std::filesystem::path& out);
  ~OutputLock();
  OutputLock(const OutputLock&) = delete;
  OutputLock& operator=(const OutputLock&) = delete;
  const std::string& file() const { return file_; }  // empty: there is none

 private:
  std::string file_;
  int descriptor_ = -1;
};

// Before a training begins. Throws UserError if it is to go on from a checkpoint that is not there,
// or would be the end of one that is: hours may be kept in it. `ended` tells of a checkpoint whose
// training came to its end, which may be replaced.
void check_checkpoint(
    const std::filesystem::path& file, bool resume,
    const std::function<bool(const std::filesystem::path&)>& ended = [](const auto&) {
      return false;
    });

// For what could not be written to `out` after it was made: `write` is given the same name in other
// folders, until one has room. Throws `error`, which then says where it is kept; as it was if
// nowhere.
[[noreturn]] void keep_elsewhere(const UserError& error, const std::filesystem::path& out,
                                 std::string_view what,
                                 const std::function<void(const std::filesystem::path&)>& write);

}  // namespace glassformer
