#include "core/embed/corpus/encoded_wordnet.h"

#include "core/embed/corpus/wordnet.h"
#include "core/embed/corpus/wordnet_groups.h"
#include "core/formats/byte_source.h"

namespace glassformer {

namespace {

// As the shipped vectors of real words cut it.
constexpr WordOptions cut{true, WordOptions::Signs::drop, false};

}  // namespace

EncodedText encode_wordnet(const std::filesystem::path& folder, int min_count,
                           const KeepGoing& keep_going) {
  const WordNet wordnet = read_wordnet(folder);
  throw_if_stopped(keep_going);
  WordSplitter splitter(cut);
  TextEncoder encoder;
  write_wordnet_text(wordnet, [&](std::string_view piece) {
    throw_if_stopped(keep_going);
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
