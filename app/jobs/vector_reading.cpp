#include "app/jobs/vector_reading.h"

#include <fmt/format.h>

#include <functional>
#include <utility>

#include "core/embed/files/read_vectors.h"
#include "core/text/number_of.h"

namespace glassformer {

namespace {

WordVectorsPtr read_watched(const std::string& file, std::function<bool(double share)> watch) {
  VectorFileOptions options;
  options.watch = std::move(watch);
  return read_vectors(file, options);
}

std::string described(const std::string& file, const WordVectors& vectors) {
  const std::string words =
      fmt::format("{}: {} of {}", file, number_of(vectors.words.size(), "word"),
                  number_of(vectors.dim(), "dimension"));
  return vectors.warning.empty() ? words : words + "; " + vectors.warning;
}

}  // namespace

VectorReading::VectorReading(std::string file)
    : FileReading(std::move(file), read_watched, described) {}

}  // namespace glassformer
