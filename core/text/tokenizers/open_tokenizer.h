#pragma once

#include <filesystem>

#include "core/text/tokenizers/tokenizer.h"

namespace glassformer {

// The tokenizer in a file or a folder, told by what the file holds and not by its name:
//   tokenizer.json              of the Hugging Face library (tokenizer_json.h)
//   vocab.json and merges.txt   byte-level BPE; one of the two stands for both, and encoder.json
//                               and vocab.bpe are their older names
//   vocab.txt                   WordPiece
//   a .model                    of sentencepiece (sentencepiece.h)
//   a tokenizer as our models have it, {"type": "bpe", "pieces": …}
// Throws UserError that says what is wrong, and where; of a folder, that none of these is in it.
TokenizerPtr open_tokenizer(const std::filesystem::path& file_or_folder);

}  // namespace glassformer
