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
// Whether a vocab.txt is of a model that makes letters small: then none of its pieces has a large
// one, but for those in square brackets and "<…>".
bool is_lower_case(std::string_view vocab_txt);
// A tokenizer.json of the Hugging Face library (pipeline/pipeline.h). Null for what it asks for and
// is not done here; `why` then says what that is. Throws UserError for what is broken.
TokenizerPtr tokenizer_json_from(std::string_view json, const std::string& named,
                                 std::string* why = nullptr);

// The tokenizer that lies in the folder of a model: tokenizer.json, or the pair, or vocab.txt with
// the settings of tokenizer_config.json, or a .model of sentencepiece. Null if there is none of these. Throws likewise.
// `why`: what was there and is not read.
TokenizerPtr tokenizer_beside(const std::filesystem::path& folder, std::string* why = nullptr);

}  // namespace glassformer
