#include "app/cli/vectors_argument.h"

#include <fmt/format.h>

#include <cstdio>

#include "app/cli/command_options.h"
#include "app/cli/whole_number.h"
#include "app/files/file_look.h"
#include "core/embed/files/default_vectors.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

WordVectorsPtr read(const VectorsArgument& argument) {
  try {
    return read_vectors(argument.file, argument.options);
  } catch (const UserError&) {
    const auto asked = FileLook(argument.file).questions();
    if (!asked) throw;
    throw UserError(fmt::format("{}: holds {}, not word vectors; name a file of vectors first",
                                argument.file,
                                *asked == QuestionFormat::sections ? "questions" : "rated pairs"));
  }
}

}  // namespace

std::string file_name(const std::string& text) {
  return text.empty() ? "the name of the file is empty" : "";
}

void add_vector_file_options(const CommandOptions& app, VectorsArgument& argument) {
  app.add_option("--limit", argument.options.limit, "Read only the first N words; 0: all")
      .check(whole_number)
      .shows_default();
  app.add_option("--words", argument.options.words,
                 "The list of words, or metadata.tsv, for an array or a table")
      .check(file_name);
  app.add_option("--set", argument.set,
                 fmt::format("Without FILE: real, words as WordNet defines them; world, those of a "
                             "small made-up world in which every fact is known; {} if left out",
                             argument.usual_real ? "real" : "world"))
      .one_of({"real", "world"});
}

WordVectorsPtr open_vectors(const VectorsArgument& argument) {
  if (argument.file.empty()) {
    if (!argument.options.words.empty()) {
      throw UserError("--words: the shipped vectors already hold their words; leave it out");
    }
    const bool real = argument.set.empty() ? argument.usual_real : argument.set == "real";
    if (argument.options.limit == 0) return real ? real_vectors() : default_vectors();
    return read_vectors(real ? real_vectors_file() : default_vectors_file(), argument.options);
  }
  if (!argument.set.empty()) {
    throw UserError("--set: chooses among the shipped vectors, but " + argument.file +
                    " is named; leave out one of the two");
  }
  if (!argument.options.words.empty()) {
    const VectorFormat format = recognise_vectors(argument.file);
    if (format != VectorFormat::npy && format != VectorFormat::projector_table) {
      throw UserError(fmt::format("--words: {} is {}, which holds its words itself; leave it out",
                                  argument.file, name_of(format)));
    }
  }
  WordVectorsPtr vectors = read(argument);
  if (!vectors->warning.empty()) {
    std::fprintf(stderr, "glassformer: %s: %s\n", argument.file.c_str(), vectors->warning.c_str());
  }
  return vectors;
}

}  // namespace glassformer
