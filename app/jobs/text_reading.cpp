#include "app/jobs/text_reading.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "core/embed/corpus/encoded_text.h"
#include "core/text/number_of.h"

namespace glassformer {

namespace {

PairsReading::Ptr read_learnable_pairs(const std::string& file, const PairsReading::Watch&) {
  auto pairs = std::make_shared<PairsFile>(read_pairs(file));
  check_trainable(*pairs, file);
  return pairs;
}

std::string described_pairs(const std::string& file, const PairsFile& read) {
  return fmt::format("{}: {} of sentences", file, number_of(read.pairs.size(), "pair"));
}

TextReading::Ptr read_learnable(const std::string& file, const TextReading::Watch& watch) {
  constexpr std::uintmax_t read_whole = 8 << 20;
  std::error_code unknown;
  const std::uintmax_t bytes = std::filesystem::file_size(file, unknown);
  if (!unknown && bytes <= read_whole) {
    const WordOptions words{true, WordOptions::Signs::drop, false};
    encode_text_file(file, words, 1, watch);
  }
  return std::make_shared<const LearnableText>();
}

std::string described_text(const std::string& file, const LearnableText&) {
  return file + ": a text to learn words from";
}

}  // namespace

PairsReading::PairsReading(std::string file)
    : FileReading(std::move(file), read_learnable_pairs, described_pairs) {}

TextReading::TextReading(std::string file)
    : FileReading(std::move(file), read_learnable, described_text) {}

}  // namespace glassformer
