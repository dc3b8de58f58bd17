#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/formats/json.h"

namespace glassformer {

// How pieces become text again: the "decoder" of a tokenizer.json. It changes the pieces; the text
// is what they are behind each other.
using TokenDecoder = std::function<void(std::vector<std::string>& pieces)>;

// ByteLevel, WordPiece, Metaspace, BPEDecoder, Replace, ByteFallback, Fuse, Strip, and a Sequence
// of these. null: the pieces with a space between. Throws NotDone for others by name, UserError for
// what is broken.
TokenDecoder read_token_decoder(Json::Value part);

}  // namespace glassformer
