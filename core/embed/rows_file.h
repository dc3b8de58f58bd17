#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

#include "core/embed/rows.h"

namespace glassformer {

// What a checkpoint is of: the model (8 letters), its text and config as one number, and how far it
// is.
struct RowsMark {
  std::string_view kind;
  std::uint64_t fingerprint = 0;
  std::uint64_t next = 0;
};

// Writes the mark and all floats of the rows, beside the file, then renames: a kill leaves the file
// before. Throws UserError.
void save_rows(const std::filesystem::path& file, const RowsMark& mark,
               std::span<const RowsBuilder* const> rows);
// Fills the rows and returns `next`. Fails for a file of another kind, fingerprint or size, and
// for `next` beyond `most`; the rows are then as they were. Throws UserError.
std::uint64_t restore_rows(const std::filesystem::path& file, const RowsMark& mark,
                           std::uint64_t most, std::span<RowsBuilder* const> rows);

}  // namespace glassformer
