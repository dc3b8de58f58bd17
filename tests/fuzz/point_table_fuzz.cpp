#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/embed/files/vector_readers.h"
#include "core/formats/byte_reader.h"
#include "core/tensor/error.h"

// Any bytes before a zero byte are either a table of numbers or an error that is a sentence, and
// any behind it a list of words that fits, or not.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    const std::size_t end = std::min(bytes.find('\0'), bytes.size());
    glassformer::ByteReader in(glassformer::bytes_in_memory(bytes.substr(0, end)), "vectors.tsv");
    glassformer::WordVectors v = glassformer::read_point_table(in, 0);
    if (v.words.size() != v.vectors.count() || v.dim() == 0) std::abort();
    if (end == bytes.size()) return 0;
    glassformer::ByteReader words(glassformer::bytes_in_memory(bytes.substr(end + 1)), "words");
    glassformer::read_word_table(words, v, 0);
    if (v.words.size() != v.vectors.count()) std::abort();
    if (!v.groups.empty() && v.groups.size() != v.words.size()) std::abort();
    if (!v.counts.empty() && v.counts.size() != v.words.size()) std::abort();
  } catch (const glassformer::UserError& error) {
    if (std::string_view(error.what()).empty()) std::abort();
  }
  return 0;
}
