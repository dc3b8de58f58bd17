#include "core/text/unigram/unigram_cut.h"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>

namespace glassformer {

namespace {

// The bytes of the character that begins here.
std::size_t character_bytes(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const std::size_t bytes = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  return std::min(bytes, text.size());
}

}  // namespace

template <class Score>
UnigramCut<Score>::UnigramCut(const std::vector<std::string>& pieces, std::vector<Piece> table,
                              Score unknown_score, Score best_score)
    : trie_(pieces),
      table_(std::move(table)),
      unknown_score_(unknown_score),
      best_score_(best_score) {}

template <class Score>
double UnigramCut<Score>::score_of(int piece, std::size_t bytes) const {
  if (piece == unknown) return unknown_score_;
  const Piece& entry = table_[static_cast<std::size_t>(piece)];
  if (!entry.always) return entry.score;
  return static_cast<Score>(static_cast<Score>(bytes) * best_score_) - 0.1;
}

template <class Score>
bool UnigramCut<Score>::cut(std::string_view text, std::vector<Part>& parts, Score& from) const {
  struct End {
    Score score = 0;
    std::size_t begin = 0;
    int piece = unknown;
    bool reached = false;
  };
  // Sums of different order differ by far less: 2^-24 of some thousands.
  const double close = std::is_same_v<Score, float> ? 0.01 : 1e-9;
  std::vector<End> best(text.size() + 1);
  best[0].score = from;
  bool sure = true;
  const auto offer = [&](std::size_t begin, std::size_t end, int piece, double score) {
    End& at = best[end];
    // As the published programs add: a piece's in double, what is unknown in Score.
    const double sum = piece == unknown ? static_cast<Score>(unknown_score_ + best[begin].score)
                                        : score + static_cast<double>(best[begin].score);
    if (at.reached && std::abs(sum - static_cast<double>(at.score)) < close) sure = false;
    if (!at.reached || sum > static_cast<double>(at.score)) {
      at = {static_cast<Score>(sum), begin, piece, true};
    }
  };
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t one = character_bytes(text.substr(begin));
    bool single = false;
    trie_.each_beginning(text.substr(begin), [&](std::size_t bytes, int piece) {
      if (!table_[static_cast<std::size_t>(piece)].used) return;
      offer(begin, begin + bytes, piece, score_of(piece, bytes));
      single = single || bytes == one;
    });
    if (!single) offer(begin, begin + one, unknown, unknown_score_);
    begin += one;
  }
  const std::size_t before = parts.size();
  for (std::size_t end = text.size(); end > 0; end = best[end].begin) {
    parts.push_back({best[end].begin, end, best[end].piece});
  }
  std::reverse(parts.begin() + static_cast<std::ptrdiff_t>(before), parts.end());
  from = best[text.size()].score;
  return sure;
}

template <class Score>
Score UnigramCut<Score>::behind(const std::vector<Part>& parts, Score from) const {
  for (const Part& part : parts) {
    const double score = score_of(part.piece, part.end - part.begin);
    from = part.piece == unknown ? static_cast<Score>(unknown_score_ + from)
                                 : static_cast<Score>(score + static_cast<double>(from));
  }
  return from;
}

template class UnigramCut<float>;
template class UnigramCut<double>;

}  // namespace glassformer
