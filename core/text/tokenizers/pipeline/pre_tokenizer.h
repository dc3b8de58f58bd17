#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/formats/json.h"

namespace glassformer {

// A part of the text that pieces stay within.
struct TextStretch {
  std::string text;
  bool first = false;  // it begins where the text does
};
// How a text is cut into stretches: the "pre_tokenizer" of a tokenizer.json. None is empty after.
using PreTokenizer = std::function<void(std::vector<TextStretch>& stretches)>;

// ByteLevel, Whitespace, WhitespaceSplit, BertPreTokenizer, Metaspace, Digits, Punctuation,
// CharDelimiterSplit, Split with a text or a regular expression, and a Sequence of these, each as
// the library of Hugging Face does it. null: the text is one stretch. Throws NotDone for others by
// name, UserError for what is broken.
PreTokenizer read_pre_tokenizer(Json::Value part);

}  // namespace glassformer
