#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/embed/search/expression.h"
#include "core/tensor/error.h"

// Any text is either a sum of words with finite factors, or an error that is a sentence.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    const auto terms = glassformer::parse_expression(
        bytes, {[](std::string_view word) {
                  return word.size() % 2 == 1 ? std::string(word) : std::string();
                },
                size % 4 == 0});
    for (const glassformer::ExpressionTerm& term : terms) {
      const auto factor = static_cast<float>(term.factor);
      const bool sound = factor != 0 && factor - factor == 0 && !term.word.empty();
      if (!sound || term.at >= bytes.size()) std::abort();
    }
  } catch (const glassformer::UserError& error) {
    if (std::string_view(error.what()).empty()) std::abort();
  }
  return 0;
}
