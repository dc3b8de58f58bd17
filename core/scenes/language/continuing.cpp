#include "core/scenes/language/continuing.h"

#include <algorithm>
#include <deque>
#include <mutex>
#include <numeric>
#include <set>
#include <tuple>

#include "core/tensor/rng.h"

namespace glassformer {

namespace {

constexpr std::size_t kRemembered = 4;

bool stands_for_text(int id, const SpecialIds& special) {
  if (id == special.end) return true;  // it ends a text
  return id != special.padding && id != special.begin && id != special.unknown &&
         id != special.mask;
}

void sort_by(std::span<const Real> logits, std::vector<int>& order) {
  std::ranges::stable_sort(order, [&](int a, int b) {
    return logits[static_cast<std::size_t>(a)] > logits[static_cast<std::size_t>(b)];
  });
}

// The piece on whose share the place falls, where they are laid end to end. Only those that have a
// share are sorted: a vocabulary has many.
int piece_at(std::span<const Real> logits, const std::vector<double>& shares,
             const Tokenizer& tokenizer, double place) {
  const SpecialIds special = tokenizer.special();
  std::vector<int> order;
  const int pieces = std::min(static_cast<int>(logits.size()), tokenizer.size());
  for (int id = 0; id < pieces; ++id) {
    if (shares[static_cast<std::size_t>(id)] > 0 && stands_for_text(id, special)) {
      order.push_back(id);
    }
  }
  sort_by(logits, order);
  std::vector<Real> sorted;
  sorted.reserve(order.size());
  for (const int id : order) {
    sorted.push_back(static_cast<Real>(shares[static_cast<std::size_t>(id)]));
  }
  return order[static_cast<std::size_t>(share_at(sorted, place))];
}

Continuation drawn_one_by_one(const Checkpoint& checkpoint, const std::vector<int>& prompt,
                              const SampleOptions& options) {
  const std::unique_ptr<Decoder> decoder = make_decoder(checkpoint);
  const SpecialIds& special = decoder->special();
  const int most = std::min(options.length, decoder->max_len() - static_cast<int>(prompt.size()));
  Continuation made;
  if (most <= 0) return made;
  decoder->start(std::vector<std::vector<int>>(1));
  const Mat* logits = nullptr;
  for (const int id : prompt) logits = &decoder->step(std::vector{id});
  std::vector<int> text = prompt;
  Rng rng(options.seed);
  for (int i = 0; i < most; ++i) {
    const auto row = logits->row(0);
    const std::vector<double> whole = sampling_probabilities(row, special, text, {}),
                              shares = sampling_probabilities(row, special, text, options);
    const double place = rng.uniform();
    const int piece = piece_at(row, shares, checkpoint.target(), place);
    made.ended = piece == special.end;
    if (made.ended) break;
    made.pieces.push_back(piece);
    made.of_model.push_back(whole[static_cast<std::size_t>(piece)]);
    made.of_draw.push_back(shares[static_cast<std::size_t>(piece)]);
    made.places.push_back(place);
    text.push_back(piece);
    if (i + 1 < most) logits = &decoder->step(std::vector{piece});
  }
  return made;
}

}  // namespace

std::vector<int> sorted_pieces(std::span<const Real> logits, const Tokenizer& tokenizer) {
  const SpecialIds special = tokenizer.special();
  std::vector<int> order;
  const int pieces = std::min(static_cast<int>(logits.size()), tokenizer.size());
  for (int id = 0; id < pieces; ++id) {
    if (stands_for_text(id, special)) order.push_back(id);
  }
  sort_by(logits, order);
  return order;
}

int share_at(std::span<const Real> shares, double place) {
  double passed = 0;
  int last = 0;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    if (shares[i] == 0) continue;
    last = static_cast<int>(i);
    passed += static_cast<double>(shares[i]);
    if (passed > place) break;
  }
  return last;
}

Continuation continued(const CheckpointPtr& checkpoint, const std::vector<int>& prompt,
                       const SampleOptions& options) {
  using Key = std::tuple<CheckpointPtr, std::vector<int>, double, int, double, int, std::uint64_t>;
  static std::mutex mutex;
  static std::deque<std::pair<Key, Continuation>> remembered;
  const Key key{checkpoint,    prompt,         options.temperature, options.top_k,
                options.top_p, options.length, options.seed};
  {
    const std::scoped_lock lock(mutex);
    const auto found = std::ranges::find(remembered, key, &std::pair<Key, Continuation>::first);
    if (found != remembered.end()) return found->second;
  }
  Continuation made = drawn_one_by_one(*checkpoint, prompt, options);
  const std::scoped_lock lock(mutex);
  remembered.emplace_back(key, made);
  if (remembered.size() > kRemembered) remembered.pop_front();
  return made;
}

double repetition(const std::vector<int>& pieces, int n) {
  const int all = static_cast<int>(pieces.size()) - n + 1;
  if (all <= 0) return 0;
  std::set<std::vector<int>> different;
  for (int i = 0; i < all; ++i) different.emplace(pieces.begin() + i, pieces.begin() + i + n);
  return 1 - static_cast<double>(different.size()) / all;
}

std::vector<bool> said_before(const std::vector<int>& pieces, int n) {
  std::vector<bool> again(pieces.size(), false);
  std::set<std::vector<int>> heard;
  for (int i = 0; i + n <= static_cast<int>(pieces.size()); ++i) {
    if (heard.emplace(pieces.begin() + i, pieces.begin() + i + n).second) continue;
    std::fill(again.begin() + i, again.begin() + i + n, true);
  }
  return again;
}

}  // namespace glassformer
