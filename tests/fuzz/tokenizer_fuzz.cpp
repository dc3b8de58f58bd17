#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/tensor/error.h"
#include "core/text/tokenizers/tokenizer.h"

// Any bytes are either a tokenizer or an error that is a sentence. A tokenizer that was read is
// written and read again the same, and takes any text.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const auto tokenizer = glassformer::Tokenizer::from_json(text, "made-up.json");
    const std::string once = tokenizer->to_json();
    if (glassformer::Tokenizer::from_json(once)->to_json() != once) std::abort();
    for (const int id : tokenizer->encode(text)) {
      const glassformer::SpecialIds special = tokenizer->special();
      if (id < 0 || id >= tokenizer->size() || id == special.begin || id == special.end)
        std::abort();
    }
  } catch (const glassformer::UserError& error) {
    if (std::string_view(error.what()).empty()) std::abort();
  }
  return 0;
}
