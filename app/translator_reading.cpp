#include "app/translator_reading.h"

#include <fmt/format.h>

#include <exception>
#include <fstream>
#include <string_view>
#include <utility>

namespace glassformer {

namespace {

// The beginning of an ordinary file; empty if there is none.
std::string beginning(const std::filesystem::path& file) {
  constexpr std::size_t enough = 4096;
  std::error_code none;
  if (!std::filesystem::is_regular_file(file, none)) return {};
  std::ifstream in(file, std::ios::binary);
  std::string bytes(enough, '\0');
  in.read(bytes.data(), static_cast<std::streamsize>(enough));
  bytes.resize(static_cast<std::size_t>(in.gcount()));
  return bytes;
}

}  // namespace

TranslatorReading::TranslatorReading(std::filesystem::path file) : file_(std::move(file)) {
  result_ = std::async(std::launch::async, [file = file_] {
    return std::make_shared<const Translator>(load_translator(file));
  });
}

bool TranslatorReading::ended(bool wait) {
  if (!result_.valid()) return true;
  if (!wait && result_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return false;
  try {
    translator_ = result_.get();
    told_ = fmt::format("{}: {}, {} and {} pieces", file_.string(), shape_text(translator_->config),
                        translator_->source.size(), translator_->target.size());
  } catch (const std::exception& error) {
    told_ = error.what();
  }
  return true;
}

std::string TranslatorReading::progress() const {
  return "Reading " + file_.filename().string();
}

std::string TranslatorReading::name() const {
  return file_.stem().string();
}

std::string shape_text(const TransformerConfig& config) {
  return fmt::format("{} + {} layers, {} heads, d_model {}", config.encoder_layers,
                     config.decoder_layers, config.heads, config.d_model);
}

bool holds_translator(const std::filesystem::path& file) {
  return beginning(file).find("glassformer translator") != std::string::npos;
}

bool holds_word_vectors(const std::filesystem::path& file) {
  return beginning(file).find("glassformer word vectors") != std::string::npos;
}

bool holds_sentences(const std::filesystem::path& file) {
  const std::string bytes = beginning(file);
  const std::string line = bytes.substr(0, bytes.find('\n'));
  return line.find('\t') != line.npos &&
         line.find_first_not_of("0123456789+-.eE\t\r ") != line.npos;
}

}  // namespace glassformer
