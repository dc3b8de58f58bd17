#include "app/jobs/translator_reading.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

namespace glassformer {

namespace {

// In one go, without anyone who watches.
TranslatorReading::Ptr read(const std::string& file, const TranslatorReading::Watch&) {
  return std::make_shared<const Translator>(load_translator(file));
}

std::string told_of(const std::string& file, const Translator& translator) {
  return fmt::format("{}: {}, {} and {} pieces", file, shape_text(translator.config),
                     translator.source.size(), translator.target.size());
}

}  // namespace

TranslatorReading::TranslatorReading(std::string file)
    : FileReading(std::move(file), read, told_of) {}

std::string TranslatorReading::name() const {
  return std::filesystem::path(file()).stem().string();
}

std::string shape_text(const TransformerConfig& config) {
  return fmt::format("{} + {} layers, {} heads, d_model {}", config.encoder_layers,
                     config.decoder_layers, config.heads, config.d_model);
}

}  // namespace glassformer
