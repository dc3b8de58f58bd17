#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/formats/safetensors.h"
#include "core/models/checkpoint.h"

namespace glassformer {

// Models as Hugging Face's transformers library saves them: a folder with config.json and
// model.safetensors, or model.safetensors.index.json and the shards that it names. GPT-2
// ("model_type": "gpt2"), the first GPT ("openai-gpt"), BERT ("bert") and the Llama family
// ("llama", "mistral", "qwen2") become checkpoints, with the tokenizer if its files lie beside
// (vocabulary_files.h). The weights are mapped: they take memory when they are computed with.

// The folder, or the file of weights, has a config.json as that library writes it.
bool is_hugging_face(const std::filesystem::path& model);

// Names may have the prefix of the model or lack it, the output layer may be tied or not. Throws
// UserError naming file and tensor: what is missing, too much, of another shape, or cannot be
// computed here.
Checkpoint import_hugging_face(const std::filesystem::path& model);

// The same from parts: the text of config.json, and the tensors.
Checkpoint import_hugging_face(std::string_view config, const std::string& config_name,
                               std::vector<NamedTensor> tensors, const std::string& tensors_name);
Checkpoint import_hugging_face(std::string_view config, const std::string& config_name,
                               std::vector<LazyTensor> tensors, const std::string& tensors_name);

}  // namespace glassformer
