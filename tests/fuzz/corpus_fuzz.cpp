#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "core/embed/corpus/encoded_text.h"
#include "core/tensor/error.h"

namespace {

using glassformer::EncodedText;
using glassformer::TextEncoder;
using glassformer::WordOptions;
using glassformer::WordSplitter;

WordOptions options_of(unsigned bits) {
  WordOptions options;
  options.lower = (bits & 1) != 0;
  options.replace_broken = (bits & 2) != 0;
  options.signs = static_cast<WordOptions::Signs>((bits >> 2) % 3);
  return options;
}

void require(bool holds) {
  if (!holds) std::abort();
}

void require_same(const EncodedText& a, const EncodedText& b) {
  require(a.words.size() == b.words.size() && a.counts == b.counts && a.all == b.all);
  for (std::size_t i = 0; i < a.words.size(); ++i) require(a.words[i] == b.words[i]);
  require(a.ids.size() == b.ids.size());
  std::vector<std::int32_t> of_a(a.ids.size()), of_b(b.ids.size());
  a.ids.read(0, of_a);
  b.ids.read(0, of_b);
  require(of_a == of_b);
}

}  // namespace

// Any bytes are a text or an error that is a sentence, and the same words come out whether they are
// read at once, in parts that are joined, or a few bytes at a time. The first byte chooses how
// words are cut, the second how many bytes come at a time.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const WordOptions options = options_of(data[0]);
  const std::size_t at_a_time = 1 + data[1] % 64;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 2, size - 2);
  try {
    const EncodedText at_once = glassformer::encode_text(bytes, options, 1, "text");
    WordSplitter splitter(options);
    TextEncoder encoder;
    for (std::size_t at = 0; at < bytes.size(); at += at_a_time) {
      splitter.feed(bytes.substr(at, at_a_time), encoder);
    }
    splitter.finish(encoder);
    require_same(at_once, encoder.finish(1, "text"));
  } catch (const glassformer::UserError& error) {
    require(!std::string_view(error.what()).empty());
  }
  return 0;
}
