#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <vector>

#include "core/tensor/rng.h"
#include "core/train/token_counts.h"

namespace glassformer {
namespace {

constexpr int kPieces = 12;

std::vector<int> drawn_text(int tokens) {
  Rng rng(3);
  std::vector<int> text;
  // Small numbers come more often, and each depends on the one before.
  for (int i = 0; i < tokens; ++i) {
    const int before = text.empty() ? 0 : text.back();
    text.push_back((std::min(rng.below(kPieces), rng.below(kPieces)) + before) % kPieces);
  }
  return text;
}

// How often the stretch stands in the text.
int times(const std::vector<int>& text, const std::vector<int>& stretch) {
  int found = 0;
  for (std::size_t at = 0; at + stretch.size() <= text.size(); ++at) {
    found +=
        std::equal(stretch.begin(), stretch.end(), text.begin() + static_cast<std::ptrdiff_t>(at));
  }
  return found;
}

// The definition, read off the text each time.
double naive(const std::vector<int>& text, std::vector<int> before, int next, int order) {
  if (order == 1) return (times(text, {next}) + 1.0) / (static_cast<double>(text.size()) + kPieces);
  while (before.size() + 1 > static_cast<std::size_t>(order)) before.erase(before.begin());
  double behind = 0, different = 0;
  for (int piece = 0; piece < kPieces; ++piece) {
    std::vector<int> stretch = before;
    stretch.push_back(piece);
    behind += times(text, stretch);
    different += times(text, stretch) > 0;
  }
  const double shorter = naive(text, before, next, order - 1);
  if (behind == 0) return shorter;
  std::vector<int> stretch = before;
  stretch.push_back(next);
  return std::max(times(text, stretch) - 0.75, 0.0) / behind + 0.75 * different / behind * shorter;
}

TEST(TokenCounts, IsTheDefinition) {
  const std::vector<int> text = drawn_text(400);
  const TokenCounts counts(text, kPieces);
  Rng rng(5);
  for (int i = 0; i < 60; ++i) {
    const std::vector<int> before{rng.below(kPieces), rng.below(kPieces), rng.below(kPieces)};
    const int next = rng.below(kPieces);
    for (int order = 1; order <= TokenCounts::longest; ++order) {
      EXPECT_NEAR(counts.probability(before, next, order), naive(text, before, next, order), 1e-12)
          << order;
    }
  }
}

TEST(TokenCounts, ProbabilitiesAddUp) {
  const std::vector<int> text = drawn_text(300);
  const TokenCounts counts(text, kPieces);
  for (int order = 1; order <= TokenCounts::longest; ++order) {
    for (std::size_t at = 3; at < 40; ++at) {
      const std::span<const int> before = std::span(text).subspan(at - 3, 3);
      double sum = 0;
      for (int piece = 0; piece < kPieces; ++piece) {
        sum += counts.probability(before, piece, order);
      }
      EXPECT_NEAR(sum, 1, 1e-12) << order;
    }
  }
}

TEST(TokenCounts, AShareNeedsFiveCases) {
  const std::vector<int> text{1, 2, 1, 2, 1, 3, 1, 2, 5, 6};
  const TokenCounts counts(text, kPieces);
  EXPECT_EQ(counts.share(std::vector{1}, 2, 2), 0) << "1 stands there four times alone";
  std::vector<int> more = text;
  more.insert(more.end(), {1, 2});
  EXPECT_DOUBLE_EQ(TokenCounts(more, kPieces).share(std::vector{1}, 2, 2), 4.0 / 5);
}

TEST(TokenCounts, TellsWhatTellsAToken) {
  // Behind 1 always comes 2. Behind 2 comes 3 or 4, and what stood before the 1 says which.
  std::vector<int> text;
  for (int i = 0; i < 20; ++i) {
    for (const int token : {5, 1, 2, 3, 6, 1, 2, 4}) text.push_back(token);
  }
  const TokenCounts counts(text, kPieces);
  EXPECT_EQ(kind_of(counts, std::vector{4, 5, 1}, 2), TokenKind::one_before);
  EXPECT_EQ(kind_of(counts, std::vector{6, 1, 2}, 7), TokenKind::other);
  // At exactly half, one token still tells it; a third way makes it less.
  for (int i = 0; i < 20; ++i) text.insert(text.end(), {7, 1, 2, 8});
  const TokenCounts three(text, kPieces);
  EXPECT_EQ(kind_of(three, std::vector{5, 1, 2}, 3), TokenKind::further_back);
  EXPECT_EQ(kind_of(three, std::vector{9, 9, 2}, 3), TokenKind::frequent);
}

}  // namespace
}  // namespace glassformer
