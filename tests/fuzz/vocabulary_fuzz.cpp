#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/formats/json.h"
#include "core/tensor/error.h"
#include "core/text/tokenizers/vocabulary_files.h"

namespace glassformer {
namespace {

// The 256 bytes, which a vocabulary of bytes must have, as JSON; random bytes hardly ever name
// them.
std::string byte_entries() {
  std::string entries;
  int id = 0;
  const auto add = [&](int code) {
    const std::string character = code < 0x80
                                      ? std::string(1, static_cast<char>(code))
                                      : std::string{static_cast<char>(0xC0 | code >> 6),
                                                    static_cast<char>(0x80 | (code & 0x3F))};
    entries += json_string(character) + ": " + std::to_string(id++) + ", ";
  };
  for (int code = 0x21; code <= 0xFF; ++code) {
    if (code <= 0x7E || (code >= 0xA1 && code != 0xAD)) add(code);
  }
  int code = 0x100;
  while (id < 256) add(code++);
  return entries;
}

void use(const TokenizerPtr& tokenizer, std::string_view text) {
  if (!tokenizer) return;
  const std::string once = tokenizer->to_json();
  if (Tokenizer::from_json(once)->to_json() != once) std::abort();
  for (const int id : tokenizer->encode(text)) {
    if (id < 0 || id >= tokenizer->size()) std::abort();
  }
  if (tokenizer->to_json().starts_with("{\"type\": \"byte_bpe\"") &&
      tokenizer->decode(tokenizer->encode(text)) != text) {
    std::abort();
  }
}

}  // namespace
}  // namespace glassformer

// Any bytes are a vocabulary, or an error that is a sentence. The first byte says of which kind; a
// vocabulary that was read is written and read again the same, and takes any text.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace glassformer;
  if (size == 0) return 0;
  const int kind = data[0] % 4;
  const std::string_view text(reinterpret_cast<const char*>(data + 1), size - 1);
  try {
    if (kind == 0)
      use(word_piece_from("[UNK]\n[CLS]\n[SEP]\n" + std::string(text), true, "v.txt"), text);
    if (kind == 1) use(tokenizer_json_from(text, "tokenizer.json"), text);
    if (kind == 2) use(byte_bpe_from(text, "vocab.json", "", "merges.txt"), text);
    if (kind == 3) {
      const std::size_t cut = text.find('\0');
      const std::string_view merges = cut == text.npos ? "" : text.substr(cut + 1);
      static const std::string bytes = "{" + byte_entries();
      use(byte_bpe_from(bytes + std::string(text.substr(0, cut)) + "}", "vocab.json", merges,
                        "merges.txt"),
          merges);
    }
  } catch (const UserError& error) {
    if (std::string_view(error.what()).empty()) std::abort();
  }
  return 0;
}
