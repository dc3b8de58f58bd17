#include "core/train/token_counts.h"

#include <algorithm>
#include <numeric>

namespace glassformer {

namespace {

constexpr double kDiscount = 0.75;
constexpr int kSeenOften = 5, kMostFrequent = 10;
constexpr double kTells = 0.5;

}  // namespace

// Four tokens of 16 bits each; stretches of different lengths have maps of their own.
TokenCounts::Key TokenCounts::key_of(std::span<const int> tokens) {
  Key key = 0;
  for (const int token : tokens) key = (key << 16U) | static_cast<Key>(token & 0xffff);
  return key;
}

std::span<const int> TokenCounts::last_of(std::span<const int> before, int count) {
  return before.last(std::min(before.size(), static_cast<std::size_t>(count)));
}

TokenCounts::TokenCounts(std::span<const int> text, int pieces)
    : single_(static_cast<std::size_t>(pieces), 0),
      all_(static_cast<std::int64_t>(text.size())),
      frequent_(static_cast<std::size_t>(pieces), false) {
  for (const int token : text) ++single_[static_cast<std::size_t>(token)];
  std::vector<std::size_t> order(single_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order,
                           [&](std::size_t a, std::size_t b) { return single_[a] > single_[b]; });
  order.resize(std::min(order.size(), static_cast<std::size_t>(kMostFrequent)));
  for (const std::size_t token : order) frequent_[token] = single_[token] > 0;
  for (std::size_t n = 2; n <= longest; ++n) {
    for (std::size_t at = 0; at + n <= text.size(); ++at) {
      const std::span<const int> stretch = text.subspan(at, n);
      Context& context = contexts_[n - 1][key_of(stretch.first(n - 1))];
      ++context.times;
      if (++stretches_[n][key_of(stretch)] == 1) ++context.different;
    }
  }
}

double TokenCounts::probability(std::span<const int> before, int next, int order) const {
  double p = (static_cast<double>(single_[static_cast<std::size_t>(next)]) + 1) /
             static_cast<double>(all_ + static_cast<std::int64_t>(single_.size()));
  std::vector<int> stretch;
  for (int n = 2; n <= order && static_cast<std::size_t>(n) <= before.size() + 1; ++n) {
    const auto size = static_cast<std::size_t>(n);
    const std::span<const int> context = last_of(before, n - 1);
    const auto there = contexts_[size - 1].find(key_of(context));
    if (there == contexts_[size - 1].end()) break;
    stretch.assign(context.begin(), context.end());
    stretch.push_back(next);
    const auto found = stretches_[size].find(key_of(stretch));
    const double times = there->second.times,
                 counted = found == stretches_[size].end() ? 0 : found->second;
    p = std::max(counted - kDiscount, 0.0) / times +
        kDiscount * there->second.different / times * p;
  }
  return p;
}

double TokenCounts::share(std::span<const int> before, int next, int order) const {
  const auto size = static_cast<std::size_t>(order);
  if (before.size() + 1 < size) return 0;
  const std::span<const int> context = last_of(before, order - 1);
  const auto there = contexts_[size - 1].find(key_of(context));
  if (there == contexts_[size - 1].end() || there->second.times < kSeenOften) return 0;
  std::vector<int> stretch(context.begin(), context.end());
  stretch.push_back(next);
  const auto found = stretches_[size].find(key_of(stretch));
  return found == stretches_[size].end() ? 0
                                         : static_cast<double>(found->second) / there->second.times;
}

std::string_view name(TokenKind kind) {
  switch (kind) {
    case TokenKind::further_back:
      return "further back";
    case TokenKind::one_before:
      return "one before";
    case TokenKind::frequent:
      return "frequent";
    case TokenKind::other:
      return "other";
  }
  return {};
}

TokenKind kind_of(const TokenCounts& counts, std::span<const int> before, int next) {
  const bool one_before = counts.share(before, next, 2) >= kTells;
  if (!one_before && counts.share(before, next, TokenCounts::longest) >= kTells) {
    return TokenKind::further_back;
  }
  if (one_before) return TokenKind::one_before;
  return counts.is_frequent(next) ? TokenKind::frequent : TokenKind::other;
}

}  // namespace glassformer
