#pragma once

#include "core/embed/corpus/encoded_text.h"

namespace glassformer {

// The text with its words cut into pieces: of what stands together, whatever stands together most
// often is joined first, until there are `most` different pieces (byte pair encoding,
// core/text/bpe.h). A piece that begins a word begins with "▁", as a space could not stand in a
// list of words; not in scripts without spaces, where nobody sees where words begin. `text` holds
// all words, however rare.
EncodedText in_pieces(const EncodedText& text, int most, int min_count, const std::string& name);

}  // namespace glassformer
