#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/text/tokenizers/tokenizer.h"

// The files of vocabularies that lie beside the weights of other programs' models.
namespace glassformer {

// GPT-2's pair: vocab.json, {"!": 0, …}, and merges.txt, a pair of pieces per line, "Ġ t". Null if
// the vocabulary is not one of bytes, as that of the first GPT. Throws UserError naming file and
// line.
TokenizerPtr byte_bpe_from(std::string_view vocab_json, const std::string& vocab_name,
                           std::string_view merges_txt, const std::string& merges_name);
// BERT's vocab.txt: one piece per line, its id the number of the line from 0. Throws likewise.
TokenizerPtr word_piece_from(std::string_view vocab_txt, bool lower_case, const std::string& named);
// A tokenizer.json of the Hugging Face library that does what one of the two does; null for other
// kinds. Throws UserError for what is broken.
// `why` then says which key is not taken.
TokenizerPtr tokenizer_json_from(std::string_view json, const std::string& named,
                                 std::string* why = nullptr);

// The tokenizer that lies in the folder of a model: the pair, or vocab.txt with the settings of
// tokenizer_config.json, or tokenizer.json. Null if there is none of these. Throws likewise.
// `why`: what was there and is not read.
TokenizerPtr tokenizer_beside(const std::filesystem::path& folder, std::string* why = nullptr);

}  // namespace glassformer
