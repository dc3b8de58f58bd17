#include "core/embed/corpus/subsampled_text.h"

namespace glassformer {

void SubsampledText::take(const Word2VecState& state, std::uint64_t piece, Rng& rng) {
  words_.clear();
  ends_.clear();
  ids_.resize(state.piece);
  const std::uint64_t from = piece % state.pieces_of_epoch * state.piece;
  const std::size_t count = state.text->ids.read(from, ids_);
  for (std::size_t at = 0; at < count; ++at) {
    const std::int32_t id = ids_[at];
    if (id == EncodedText::sentence_end) {
      end_sentence();
      continue;
    }
    const std::uint32_t keep = state.keep[static_cast<std::size_t>(id)];
    if (static_cast<std::uint32_t>(rng.next()) > keep) continue;
    words_.push_back(id);
    const std::size_t begin = ends_.empty() ? 0 : ends_.back();
    if (words_.size() - begin == max_sentence) end_sentence();
  }
  end_sentence();
}

void SubsampledText::end_sentence() {
  const std::size_t begin = ends_.empty() ? 0 : ends_.back();
  if (words_.size() > begin + 1) {
    ends_.push_back(words_.size());
  } else {
    words_.resize(begin);
  }
}

}  // namespace glassformer
