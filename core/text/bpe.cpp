#include "core/text/bpe.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <queue>
#include <unordered_set>
#include <utility>

#include "core/text/unicode.h"

namespace glassformer::bpe {

namespace {

// The bytes of an English ending with its apostrophe that starts here, or 0.
std::size_t ending_size(std::string_view text) {
  constexpr std::array<std::string_view, 7> endings{"'s", "'t", "'re", "'ve", "'m", "'ll", "'d"};
  for (const std::string_view ending : endings) {
    if (text.starts_with(ending)) return ending.size();
  }
  return 0;
}

struct Word {
  std::vector<int> symbols;
  std::int64_t count = 0;
};

class Learner {
 public:
  Learner(const std::vector<std::pair<std::string, std::int64_t>>& counted, int size,
          std::span<const std::string> reserved, const Letters& letters)
      : letters_(letters), size_(static_cast<std::size_t>(size)) {
    collect_characters(counted);
    for (const std::string& text : reserved) ids_.emplace(text, -1);  // as if it were there
    for (const auto& [text, count] : counted) add_word(text, count);
    for (std::size_t w = 0; w < words_.size(); ++w) {
      const auto& symbols = words_[w].symbols;
      for (std::size_t i = 1; i < symbols.size(); ++i) {
        change(symbols[i - 1], symbols[i], words_[w].count, w);
      }
    }
    for (const auto& [pair, count] : counts_) queue_.push(candidate(pair, count));
  }

  Learned learn() {
    while (learned_.pieces.size() < size_ && !queue_.empty()) {
      const Candidate best = queue_.top();
      queue_.pop();
      const auto now = counts_.find(best.pair);
      if (now == counts_.end() || now->second != best.count) continue;  // has changed since
      if (best.count < 2) break;
      apply(best.pair);
      if (letters_.go_on && !letters_.go_on(learned_.pieces.size())) break;
    }
    return std::move(learned_);
  }

 private:
  struct Candidate {
    std::int64_t count = 0;
    std::uint64_t pair = 0;
    const std::vector<std::string>* compared = nullptr;
    const std::string& left() const { return (*compared)[pair >> 32]; }
    const std::string& right() const { return (*compared)[pair & 0xffffffffU]; }
    bool operator<(const Candidate& other) const {
      if (count != other.count) return count < other.count;
      if (left() != other.left()) return left() < other.left();
      return right() < other.right();
    }
  };

  Candidate candidate(std::uint64_t pair, std::int64_t count) const {
    return {count, pair, letters_.compared ? &compared_ : &learned_.pieces};
  }

  std::vector<std::string> letters_of(std::string_view text) const {
    if (letters_.of) return letters_.of(text);
    const std::vector<std::string_view> all = characters(text);
    return {all.begin(), all.end()};
  }

  void add_piece(std::string text) {
    if (letters_.compared) compared_.push_back(letters_.compared(text));
    learned_.pieces.push_back(std::move(text));
  }

  void collect_characters(const std::vector<std::pair<std::string, std::int64_t>>& counted) {
    std::map<std::string, std::int64_t> counts;
    for (const auto& [text, count] : counted) {
      for (const std::string& c : letters_of(text)) counts[c] += count;
    }
    std::vector<std::pair<std::string, std::int64_t>> sorted(counts.begin(), counts.end());
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    if (sorted.size() > size_) sorted.resize(size_);
    for (const auto& [character, count] : sorted) {
      ids_.emplace(character, static_cast<int>(learned_.pieces.size()));
      add_piece(character);
    }
  }

  // A character that was left out parts the word.
  void add_word(const std::string& text, std::int64_t count) {
    Word word{{}, count};
    for (const std::string& c : letters_of(text)) {
      const auto id = ids_.find(c);
      if (id != ids_.end()) {
        word.symbols.push_back(id->second);
      } else {
        keep(std::move(word));
        word = {{}, count};
      }
    }
    keep(std::move(word));
  }

  void keep(Word word) {
    if (word.symbols.size() > 1) words_.push_back(std::move(word));
  }

  void change(int left, int right, std::int64_t by, std::size_t word) {
    const std::uint64_t pair = key(left, right);
    counts_[pair] += by;
    if (by > 0) where_[pair].insert(word);
    changed_.insert(pair);
  }

  void apply(std::uint64_t pair) {
    const int left = static_cast<int>(pair >> 32), right = static_cast<int>(pair & 0xffffffffU);
    const int merged = static_cast<int>(learned_.pieces.size());
    const std::string& first = learned_.pieces[static_cast<std::size_t>(left)];
    const std::string& second = learned_.pieces[static_cast<std::size_t>(right)];
    std::string text = letters_.joined ? letters_.joined(first, second) : first + second;
    // Two ways to the same text ("a" + "bc", "ab" + "c") are one piece only: the second is dropped.
    const bool is_new = ids_.emplace(text, merged).second;
    if (!is_new) {  // or reserved
      counts_.erase(pair);
      return;
    }
    add_piece(std::move(text));
    learned_.merges.emplace_back(left, right);
    const std::unordered_set<std::size_t> words = std::move(where_[pair]);
    where_.erase(pair);
    changed_.clear();
    for (const std::size_t w : words) merge_in(w, left, right, merged);
    counts_.erase(pair);
    changed_.erase(pair);
    for (const std::uint64_t other : changed_) {
      const auto count = counts_.find(other);
      if (count == counts_.end()) continue;
      if (count->second > 0) {
        queue_.push(candidate(other, count->second));
      } else {
        counts_.erase(count);
        where_.erase(other);
      }
    }
  }

  void merge_in(std::size_t w, int left, int right, int merged) {
    std::vector<int>& symbols = words_[w].symbols;
    const std::int64_t count = words_[w].count;
    if (std::adjacent_find(symbols.begin(), symbols.end(), [&](int a, int b) {
          return a == left && b == right;
        }) == symbols.end()) {
      return;  // an earlier merge has taken it
    }
    for (std::size_t i = 1; i < symbols.size(); ++i) change(symbols[i - 1], symbols[i], -count, w);
    std::size_t to = 0;
    for (std::size_t i = 0; i < symbols.size(); ++i) {
      const bool both = i + 1 < symbols.size() && symbols[i] == left && symbols[i + 1] == right;
      symbols[to++] = both ? merged : symbols[i];
      if (both) ++i;
    }
    symbols.resize(to);
    for (std::size_t i = 1; i < symbols.size(); ++i) change(symbols[i - 1], symbols[i], count, w);
  }

  const Letters& letters_;
  std::size_t size_;
  Learned learned_;
  std::vector<std::string> compared_;  // of the pieces, where that is not their text
  std::unordered_map<std::string, int> ids_;
  std::vector<Word> words_;
  std::unordered_map<std::uint64_t, std::int64_t> counts_;
  std::unordered_map<std::uint64_t, std::unordered_set<std::size_t>> where_;  // words that had it
  std::unordered_set<std::uint64_t> changed_;
  std::priority_queue<Candidate> queue_;
};

}  // namespace

std::vector<std::string_view> pre_tokens(std::string_view text) {
  const std::vector<std::string_view> all = characters(text);
  std::vector<CharacterClass> classes(all.size());
  std::transform(all.begin(), all.end(), classes.begin(), class_of_character);
  const auto offset = [&](std::size_t i) {
    return i < all.size() ? static_cast<std::size_t>(all[i].data() - text.data()) : text.size();
  };
  std::vector<std::string_view> found;
  for (std::size_t i = 0; i < all.size();) {
    const std::size_t start = i, limit = std::min(all.size(), i + max_pre_token);
    if (const std::size_t ending = ending_size(text.substr(offset(i))); ending > 0) {
      i += ending;
    } else if (all[i] == " " && i + 1 < all.size() && classes[i + 1] != CharacterClass::space) {
      ++i;
      const CharacterClass run = classes[i];
      while (i < limit && classes[i] == run) ++i;
    } else if (classes[i] == CharacterClass::space) {
      while (i < limit && classes[i] == CharacterClass::space) ++i;
      // The last one of several belongs to the word behind them.
      if (i < all.size() && all[i - 1] == " " && i - start > 1) --i;
    } else {
      const CharacterClass run = classes[i];
      while (i < limit && classes[i] == run) ++i;
    }
    found.push_back(text.substr(offset(start), offset(i) - offset(start)));
  }
  return found;
}

Learned learn(const std::vector<std::pair<std::string, std::int64_t>>& pre_token_counts, int size,
              std::span<const std::string> reserved, const Letters& letters) {
  return Learner(pre_token_counts, size, reserved, letters).learn();
}

std::vector<int> merge(std::vector<int>& symbols,
                       const std::unordered_map<std::uint64_t, int>& ranks, int first_merged) {
  // A list of what is left: each symbol's neighbours, and how many of the old symbols it took.
  const int count = static_cast<int>(symbols.size());
  std::vector<int> next(symbols.size()), before(symbols.size()), taken(symbols.size(), 1);
  const auto at = [](auto& list, int i) -> auto& {
    return list[static_cast<std::size_t>(i)];
  };
  // The rank of the pair that begins at i, or −1.
  const auto rank = [&](int i) {
    if (at(next, i) >= count || at(symbols, i) < 0 || at(symbols, at(next, i)) < 0) return -1;
    const auto found = ranks.find(key(at(symbols, i), at(symbols, at(next, i))));
    return found == ranks.end() ? -1 : found->second;
  };
  using Candidate = std::pair<int, int>;  // rank and place: the smallest goes first
  std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> queue;
  const auto offer = [&](int i) {
    if (const int r = rank(i); r >= 0) queue.emplace(r, i);
  };
  for (int i = 0; i < count; ++i) at(next, i) = i + 1, at(before, i) = i - 1;
  for (int i = 0; i < count; ++i) offer(i);
  while (!queue.empty()) {
    const auto [best, i] = queue.top();
    queue.pop();
    if (at(taken, i) == 0 || rank(i) != best) continue;  // something of it has been merged since
    const int right = at(next, i);
    at(symbols, i) = first_merged + best;
    at(taken, i) += std::exchange(at(taken, right), 0);
    at(next, i) = at(next, right);
    if (at(next, i) < count) at(before, at(next, i)) = i;
    offer(i);
    if (at(before, i) >= 0) offer(at(before, i));
  }
  std::size_t to = 0;
  for (int i = 0; i < count; i = at(next, i), ++to) {
    symbols[to] = at(symbols, i);
    taken[to] = at(taken, i);
  }
  symbols.resize(to);
  taken.resize(to);
  return taken;
}

}  // namespace glassformer::bpe
