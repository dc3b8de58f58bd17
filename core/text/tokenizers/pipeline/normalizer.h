#pragma once

#include <functional>
#include <string>

#include "core/formats/json.h"

namespace glassformer {

// What is done to a text before it is cut: the "normalizer" of a tokenizer.json.
using Normalizer = std::function<std::string(std::string text)>;

// NFC, NFD, NFKC, NFKD, Nmt, Lowercase, StripAccents, BertNormalizer, Replace, Prepend, Strip,
// ByteLevel, Precompiled, and a Sequence of these, each as the library of Hugging Face computes it.
// null: the text stays. Throws NotDone for others by name, UserError for what is broken.
Normalizer read_normalizer(Json::Value part);

}  // namespace glassformer
