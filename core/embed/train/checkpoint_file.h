#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <span>
#include <string_view>

#include "core/formats/file.h"

namespace glassformer {

// What a checkpoint is of: the model (8 letters), its text and config as one number, how far it is,
// and the loss that it tells.
struct CheckpointMark {
  std::string_view kind;
  std::uint64_t fingerprint = 0;
  std::uint64_t next = 0;
  double loss = std::numeric_limits<double>::quiet_NaN();
};

using TakeFloats = std::function<void(std::span<const float>)>;

// Writes the mark and all floats of the parts, beside the file, then renames: a kill leaves the
// file before. Throws UserError.
void save_floats(const std::filesystem::path& file, const CheckpointMark& mark,
                 std::span<const std::span<const float>> parts);
// The same for floats that need not all lie in memory: `each` hands them on piece by piece, and
// the same ones in each of the two times that it is called.
void save_floats(const std::filesystem::path& file, const CheckpointMark& mark,
                 const std::function<void(const TakeFloats&)>& each);

// How far a checkpoint is, and its loss: nan if it had none, or was written by an earlier version,
// which did not keep it.
struct Restored {
  std::uint64_t next = 0;
  double loss = std::numeric_limits<double>::quiet_NaN();
};

// Fills the parts. Fails for a file of another kind, fingerprint or size, for
// one that was damaged, and for `next` beyond `most`; the parts are then as they were. Throws
// UserError.
Restored restore_floats(const std::filesystem::path& file, const CheckpointMark& mark,
                        std::uint64_t max, std::span<const std::span<float>> parts);

// The same for floats that need not all lie in memory: the constructor looks at the whole file and
// fails as restore_floats() does, then it is read from the front.
class CheckpointReader {
 public:
  CheckpointReader(const std::filesystem::path& file, const CheckpointMark& mark, std::uint64_t max,
                   std::uint64_t floats);
  const Restored& found() const { return found_; }
  void read(std::span<float> to);  // the next ones

 private:
  InputFile in_;
  Restored found_;
  std::uint64_t at_ = 0;  // bytes
};

}  // namespace glassformer
