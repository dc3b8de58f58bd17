#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace glassformer {

// What counting alone says about the next token of a text: how often each token came, and each one
// behind the one, two or three tokens before it. What a language model is measured against.
class TokenCounts {
 public:
  static constexpr int longest = 4;  // tokens of the longest stretch that is counted

  // `pieces`: the size of the vocabulary, at most 65,536.
  TokenCounts(std::span<const int> text, int pieces);

  // How probable `next` is by stretches of at most `order` tokens, 1 … longest; of `before` the
  // last order − 1 count. Stretches are discounted by 0.75, and what that leaves goes to the
  // stretch that is one token shorter (absolute discounting with interpolation: Ney, Essen and
  // Kneser 1994, "On structuring probabilistic dependences in stochastic language modelling",
  // section 3); single tokens get one more than was counted, so that none has 0.
  double probability(std::span<const int> before, int next, int order) const;

  // How often `next` came behind the last order − 1 tokens of `before`, as a share of how often
  // these came; 0 where they came fewer than five times.
  double share(std::span<const int> before, int next, int order) const;

  // It is one of the ten that came most often.
  bool is_frequent(int token) const { return frequent_[static_cast<std::size_t>(token)]; }

 private:
  struct Context {
    int times = 0, different = 0;  // tokens behind it
  };
  using Key = std::uint64_t;
  static Key key_of(std::span<const int> tokens);
  static std::span<const int> last_of(std::span<const int> before, int count);

  std::vector<std::int64_t> single_;
  std::int64_t all_ = 0;
  std::vector<bool> frequent_;
  // By the number of their tokens.
  std::array<std::unordered_map<Key, int>, longest + 1> stretches_;
  std::array<std::unordered_map<Key, Context>, longest> contexts_;
};

// What tells the next token to somebody who has only counted. In this order, the first that fits:
// three tokens before it tell it, where one alone does not; the one before it tells it; it is among
// the most frequent. "Tell": it came in at least half of all cases.
enum class TokenKind { further_back, one_before, frequent, other };
inline constexpr int token_kinds = 4;
std::string_view name(TokenKind kind);
TokenKind kind_of(const TokenCounts& counts, std::span<const int> before, int next);

}  // namespace glassformer
