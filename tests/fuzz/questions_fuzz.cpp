#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/embed/eval/questions.h"
#include "core/embed/eval/rated_pairs.h"
#include "core/tensor/error.h"

// Any bytes are either analogies or an error that is a sentence; and either rated pairs or one.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    const auto source = glassformer::bytes_in_memory(bytes);
    for (const auto& section : glassformer::read_questions(*source, "questions")) {
      for (const auto& question : section.questions) {
        for (const std::string& word : question) {
          if (word.empty()) std::abort();
        }
      }
    }
  } catch (const glassformer::UserError& error) {
    if (std::string_view(error.what()).empty()) std::abort();
  }
  try {
    const auto source = glassformer::bytes_in_memory(bytes);
    if (glassformer::read_rated_table(*source, "pairs").pairs.empty()) std::abort();
  } catch (const glassformer::UserError& error) {
    if (std::string_view(error.what()).empty()) std::abort();
  }
  return 0;
}
