#pragma once

#include <string>

#include "app/jobs/file_reading.h"
#include "core/models/translator.h"

namespace glassformer {

// A trained model that is read while the window goes on.
class TranslatorReading : public FileReading<Translator> {
 public:
  explicit TranslatorReading(std::string file);
  std::string name() const;  // of the file, without its ending
};

// What a model is, in a few words: "2 + 2 layers, 4 heads, d_model 64".
std::string shape_text(const TransformerConfig& config);

}  // namespace glassformer
