#include "app/jobs/attention_reading.h"

#include <fmt/format.h>

#include <utility>

#include "core/text/number_of.h"

namespace glassformer {

namespace {

std::string described(const std::string& file, const AttentionFile& read) {
  return fmt::format("{}: {} in {} of {}; they can be looked at, not changed", file,
                     number_of(read.weights.size(), "head"), number_of(read.layers, "layer"),
                     number_of(read.tokens.size(), "token"));
}

}  // namespace

AttentionReading::AttentionReading(std::string file)
    : FileReading(std::move(file), read_attention_file, described) {}

}  // namespace glassformer
