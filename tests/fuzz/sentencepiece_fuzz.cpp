#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/tensor/error.h"
#include "core/text/tokenizers/sentencepiece/sentencepiece.h"

// Any bytes are a .model of sentencepiece, or an error that is a sentence. One that was read is
// written and read again the same, and takes any text.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace glassformer;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    const auto model = SentencePiece::read(bytes, "made-up.model");
    const std::string once = model->to_json();
    if (Tokenizer::from_json(once)->to_json() != once) std::abort();
    for (const std::string_view text :
         {bytes, std::string_view(" a  b ABC \u2603\u2603 \ufb01 e\u0301 <s>")}) {
      for (const int id : model->encode(text)) {
        if (id < 0 || id >= model->size()) std::abort();
      }
      model->decode(model->encode(text));
    }
  } catch (const UserError& error) {
    if (std::string_view(error.what()).empty()) std::abort();
  }
  return 0;
}
