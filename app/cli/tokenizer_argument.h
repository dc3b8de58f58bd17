#pragma once

#include <string>

#include "core/text/tokenizers/tokenizer.h"

namespace glassformer {

// The tokenizer that a path or a name stands for: a file or a folder of tokenizers
// (core/text/tokenizers/open_tokenizer.h), or a model, ours or Hugging Face's, of whose two the one
// of the source is meant unless `target`. Throws UserError.
TokenizerPtr open_tokenizer_or_model(const std::string& name_or_path, bool target);
// The same of what has two: throws UserError where there is one alone, whose side is none.
TokenizerPtr open_side(const std::string& name_or_path, bool target);

// Says on standard error how the special tokens that the text spells out are read, since it changes
// what a model is given. Whether there are any.
bool tell_special(const Tokenizer& tokenizer, const std::string& text, bool plain);

}  // namespace glassformer
