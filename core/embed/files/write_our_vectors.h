#pragma once

#include <string>

#include "core/embed/files/write_vectors.h"
#include "core/formats/output_file.h"

namespace glassformer {

// Our own format (core/embed/files/safetensors_vectors.cpp reads it), into a file that the caller
// finishes. Returns what had to be changed, a sentence; empty: nothing.
std::string write_our_vectors(OutputFile& out, const WordVectors& vectors, RowNumbers numbers);

}  // namespace glassformer
