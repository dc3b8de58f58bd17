#include "core/embed/corpus/encoded_wordnet.h"

#include "core/embed/corpus/wordnet.h"
#include "core/embed/corpus/wordnet_groups.h"
#include "core/formats/byte_source.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

// As the shipped vectors of real words cut it.
constexpr WordOptions cut{true, WordOptions::Signs::drop, false};
// Of the time, what reading the sets takes before their text is written.
constexpr double read_share = 0.4;
constexpr std::size_t told_every = 2000;  // sets

}  // namespace

EncodedText encode_wordnet(const std::filesystem::path& folder, int min_count,
                           const ReadingProgress& progress) {
  const auto tell = [&](double share) {
    if (progress && !progress(share)) throw UserError("WordNet's text: reading was stopped");
  };
  const WordNet wordnet = read_wordnet(folder);
  tell(read_share);
  WordSplitter splitter(cut);
  TextEncoder encoder;
  std::size_t sets = 0;
  write_wordnet_text(wordnet, {everyday_words(), {}}, [&](std::string_view piece) {
    if (++sets % told_every == 0) {
      tell(read_share +
           (1 - read_share) * static_cast<double>(sets) / static_cast<double>(wordnet.sets.size()));
    }
    splitter.feed(piece, encoder);
  });
  splitter.finish(encoder);
  EncodedText text = encoder.finish(min_count, "WordNet's text");
  const std::filesystem::path counts = folder / "cntlist.rev";
  std::error_code none;
  if (std::filesystem::is_regular_file(counts, none)) {
    text.groups = wordnet_groups(wordnet, *open_bytes(counts), counts.string(), text.words);
  }
  return text;
}

}  // namespace glassformer
