#pragma once

#include <string>

#include "app/cli/command_options.h"
#include "core/embed/files/read_vectors.h"
#include "core/embed/vectors/word_vectors.h"

namespace glassformer {

// How a command names word vectors: a file, or nothing for those that come with the program.
struct VectorsArgument {
  std::string file;
  VectorFileOptions options;
  std::string set;          // "real", "world": which of those; empty: `usual`
  bool usual_real = false;  // what the command takes of itself
};

// A check for options that name a file: what is wrong with the text, or nothing. An empty name, as
// from a script whose variable is not set, must not be answered from the shipped vectors.
std::string file_name(const std::string& text);

// What is asked about may look like an option or, in square brackets, like a list of several: the
// command line puts this before it, and whoever declared the words takes it off.
inline constexpr char word_mark = '\x1f';

// --limit, --words and --set.
void add_vector_file_options(const CommandOptions& app, VectorsArgument& argument);
// Says on standard error what reading it found odd. Throws UserError.
WordVectorsPtr open_vectors(const VectorsArgument& argument);

}  // namespace glassformer
