#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

namespace glassformer {

// What a checkpoint is of: the model (8 letters), its text and config as one number, and how far it
// is.
struct CheckpointMark {
  std::string_view kind;
  std::uint64_t fingerprint = 0;
  std::uint64_t next = 0;
};

// Writes the mark and all floats of the parts, beside the file, then renames: a kill leaves the
// file before. Throws UserError.
void save_floats(const std::filesystem::path& file, const CheckpointMark& mark,
                 std::span<const std::span<const float>> parts);
// Fills the parts and returns `next`. Fails for a file of another kind, fingerprint or size, for
// one that was damaged, and for `next` beyond `most`; the parts are then as they were. Throws
// UserError.
std::uint64_t restore_floats(const std::filesystem::path& file, const CheckpointMark& mark,
                             std::uint64_t most, std::span<const std::span<float>> parts);

}  // namespace glassformer
