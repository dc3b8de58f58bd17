#include "app/cli/vectors_argument.h"

#include <CLI/CLI.hpp>
#include <cstdio>

#include "app/cli/whole_number.h"
#include "core/embed/default_vectors.h"

namespace glassformer {

void add_vector_file_options(CLI::App& app, VectorsArgument& argument) {
  app.add_option("--limit", argument.options.limit, "Read only the first so many words; 0: all")
      ->check(whole_number)
      ->capture_default_str();
  app.add_option("--words", argument.options.words,
                 "The list of words, or metadata.tsv, for an array or a table");
}

WordVectorsPtr open_vectors(const VectorsArgument& argument) {
  if (argument.file.empty()) {
    if (argument.options.limit == 0) return default_vectors();
    return read_vectors(default_vectors_file(), argument.options);
  }
  WordVectorsPtr vectors = read_vectors(argument.file, argument.options);
  if (!vectors->warning.empty()) {
    std::fprintf(stderr, "glassformer: %s: %s\n", argument.file.c_str(), vectors->warning.c_str());
  }
  return vectors;
}

}  // namespace glassformer
