#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "core/tensor/error.h"
#include "core/text/pairs_file.h"

// Any bytes are either pairs of sentences, none of them empty, or an error that is a sentence.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const auto file = glassformer::parse_pairs(text, "made-up.tsv");
    if (file.pairs.empty()) std::abort();
    for (const auto& pair : file.pairs) {
      if (pair.source.empty() || pair.target.empty()) std::abort();
    }
  } catch (const glassformer::UserError& error) {
    if (std::string_view(error.what()).empty()) std::abort();
  }
  return 0;
}
