#include "app/jobs/translator_reading.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

namespace glassformer {

namespace {

// In one go, without anyone who watches.
TranslatorReading::Ptr read(const std::string& file, const TranslatorReading::Watch&) {
  return std::make_shared<const Checkpoint>(load_checkpoint(file));
}

std::string described(const std::string& file, const Checkpoint& checkpoint) {
  return fmt::format("{}: {}, {} and {} pieces", file, checkpoint.network->summary(),
                     checkpoint.source().size(), checkpoint.target().size());
}

}  // namespace

TranslatorReading::TranslatorReading(std::string file)
    : FileReading(std::move(file), read, described) {}

std::string TranslatorReading::name() const {
  return std::filesystem::path(file()).stem().string();
}

}  // namespace glassformer
