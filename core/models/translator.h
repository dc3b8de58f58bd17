#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/formats/safetensors.h"
#include "core/models/transformer_config.h"
#include "core/text/tokenizer.h"

namespace glassformer {

// A Transformer with its two vocabularies: everything that a translation needs.
struct Translator {
  TransformerConfig config;
  Params params;
  Tokenizer source, target;
  std::string made_by;  // the command and the seed
};

// The encoder's input: the pieces of the sentence and the end mark. Throws UserError: an empty
// sentence, broken UTF-8, more pieces than config.longest.
std::vector<int> source_ids(const Translator& translator, std::string_view sentence);
// The decoder's input, given a translation: the begin mark and its pieces. What it should answer is
// the same without the begin mark, and then the end mark. Throws likewise.
std::vector<int> target_ids(const Translator& translator, std::string_view sentence);
std::vector<int> answers(const std::vector<int>& target_ids);
// The pieces as labels of an axis.
std::vector<std::string> piece_labels(const Tokenizer& tokenizer, const std::vector<int>& ids);

// As a safetensors file: the matrices under their names; configuration, vocabularies and origin in
// the metadata. from_tensors throws UserError naming the file and what is missing, too much or of
// another shape.
TensorFile to_tensors(const Translator& translator);
Translator from_tensors(const TensorFile& file, const std::string& named);

Translator load_translator(const std::filesystem::path& file);
// weights/NAME.safetensors among the shipped files; read once and then shared. Throws UserError
// naming those that there are.
std::shared_ptr<const Translator> load_shipped(std::string_view name);

std::string to_json(const TransformerConfig& config);
// Throws UserError "FILE:LINE: KEY: …".
TransformerConfig config_from_json(std::string_view json, const std::string& named);

}  // namespace glassformer
