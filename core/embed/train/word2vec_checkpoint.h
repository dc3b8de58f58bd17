#pragma once

#include <filesystem>

namespace glassformer {

class Word2VecState;

// Everything of a training that changes: the rows, and how far it is. Written in one go beside the
// file and renamed, so that a kill leaves the checkpoint before; no copy of the rows is made.
// Throws UserError.
void save_checkpoint(const Word2VecState& state, const std::filesystem::path& file);
// Fails for the checkpoint of another text or another config (the number of threads apart), and
// for one that is cut; the state is then as it was.
void restore_checkpoint(Word2VecState& state, const std::filesystem::path& file);

}  // namespace glassformer
