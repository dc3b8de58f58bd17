#pragma once

#include <string>

#include "core/embed/corpus/encoded_text.h"
#include "core/embed/corpus/word_splitter.h"
#include "core/formats/byte_source.h"

namespace glassformer {

// Gives the encoder the words of a text, with all threads and as one reader would: each takes the
// next bytes, cuts them into words, and joins them to the text when those before them are there.
// Returns what was odd. Throws UserError: what is no UTF-8 text at all, judged by its first bytes,
// what the source or the encoder throws, and where the progress, which any thread calls, one at a
// time, said stop.
WordSplitter::Oddities read_text(ByteSource& source, const WordOptions& options,
                                 const std::string& name, const ReadingProgress& progress,
                                 TextEncoder& encoder);

}  // namespace glassformer
