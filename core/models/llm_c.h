#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "core/models/checkpoint.h"

namespace glassformer {

// GPT-2 as Karpathy's llm.c writes it (train_gpt2.c, gpt2_build_from_checkpoint;
// github.com/karpathy/ llm.c): 256 whole numbers, of which the first is 20240326 and the second
// says how the weights follow, 3 as F32 and 5 as BF16; then all of them, kind by kind and layer by
// layer. The tokenizer is taken from files that lie beside it.
bool is_llm_c(const std::filesystem::path& file);
// The weights are mapped. Throws UserError: another version, sizes that cannot be or that the file
// is too short or too long for.
Checkpoint import_llm_c(const std::filesystem::path& file);
// The same from its bytes, which `owner` keeps, without a tokenizer.
Checkpoint llm_c_from(std::string_view bytes, std::shared_ptr<const void> owner,
                      const std::string& named);

}  // namespace glassformer
