#pragma once

#include <filesystem>
#include <future>
#include <memory>
#include <string>

#include "core/models/translator.h"

namespace glassformer {

// A trained model that is read from its file on a thread of its own while the window goes on.
class TranslatorReading {
 public:
  explicit TranslatorReading(std::filesystem::path file);

  // Looks whether it has ended; `wait`: waits until it has.
  bool ended(bool wait);
  std::string progress() const;  // "Reading my.safetensors"
  std::string name() const;      // of the file, without its ending
  const std::filesystem::path& file() const { return file_; }

  // Once it has ended: the model, or null; what it is, or why there is none.
  const std::shared_ptr<const Translator>& translator() const { return translator_; }
  const std::string& told() const { return told_; }

 private:
  std::filesystem::path file_;
  std::future<std::shared_ptr<const Translator>> result_;
  std::shared_ptr<const Translator> translator_;
  std::string told_;
};

// What a model is, in a few words: "2 + 2 layers, 4 heads, d_model 64".
std::string shape_text(const TransformerConfig& config);

// Whether the file is one of `train translate`, by its first bytes. False if it cannot be read.
bool holds_translator(const std::filesystem::path& file);
// Whether it is our own file of word vectors, likewise.
bool holds_word_vectors(const std::filesystem::path& file);
// Whether the first line of a file with tabs is no row of numbers. False if it cannot be read.
bool holds_sentences(const std::filesystem::path& file);

}  // namespace glassformer
