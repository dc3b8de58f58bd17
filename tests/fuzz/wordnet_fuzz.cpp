#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "core/embed/corpus/wordnet.h"
#include "core/embed/corpus/wordnet_sentences.h"
#include "core/tensor/error.h"

// Any bytes are sets whose relations lead to sets, and a text of whole lines, or an error that is a
// sentence.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    const auto source = glassformer::bytes_in_memory(bytes);
    const std::array<glassformer::WordNetPart, 1> parts{{{'n', *source, "made-up"}}};
    const glassformer::WordNet net = glassformer::read_wordnet(parts);
    for (const auto& set : net.sets) {
      for (const auto& pointer : set.pointers) {
        if (pointer.target >= net.sets.size() || pointer.of > set.words.size() ||
            pointer.to > net.sets[pointer.target].words.size()) {
          std::abort();
        }
      }
    }
    const glassformer::WordNetTextOptions options{{"dog", "pizza"}, {}};
    const auto take = [](std::string_view piece) {
      if (!piece.ends_with('\n')) std::abort();
    };
    glassformer::write_wordnet_text(net, options, take);
    glassformer::write_wordnet_sentences(net, options, 1, take);
  } catch (const glassformer::UserError& error) {
    if (std::string_view(error.what()).empty()) std::abort();
  }
  return 0;
}
