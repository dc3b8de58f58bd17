#pragma once

#include "core/formats/json.h"
#include "core/text/tokenizers/tokenizer.h"

namespace glassformer {

// What the "post_processor" of a tokenizer.json puts around one text: TemplateProcessing,
// BertProcessing, RobertaProcessing, ByteLevel (nothing), and a Sequence of these. null: nothing.
// Throws NotDone for others by name, UserError for what is broken.
Tokenizer::Frame read_frame(Json::Value part);

}  // namespace glassformer
