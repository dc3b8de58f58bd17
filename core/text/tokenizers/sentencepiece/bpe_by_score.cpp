#include "core/text/tokenizers/sentencepiece/bpe_by_score.h"

#include <queue>
#include <utility>

#include "core/text/tokenizers/pipeline/scalars.h"

namespace glassformer {

namespace {

struct Symbol {
  std::string_view text;  // empty: it became part of the one before
  int before = -1, next = -1;
  bool whole = false;  // a symbol of the user's, which never joins another
};

struct JoinedPair {
  float score = 0;
  int left = 0, right = 0;
  std::size_t bytes = 0;
  bool operator<(const JoinedPair& other) const {
    return score != other.score ? score < other.score : left > other.left;
  }
};

}  // namespace

std::vector<std::string_view> BpeByScore::cut(std::string_view text) const {
  std::vector<Symbol> symbols;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t whole = symbols_.user_symbol(text.substr(at));
    const std::size_t bytes = whole > 0 ? whole : first_scalar(text.substr(at)).bytes.size();
    const int number = static_cast<int>(symbols.size());
    symbols.push_back({text.substr(at, bytes), number - 1, number + 1, whole > 0});
    at += bytes;
  }
  if (symbols.empty()) return {};
  symbols.back().next = -1;
  const auto at = [&](int i) -> Symbol& { return symbols[static_cast<std::size_t>(i)]; };
  std::priority_queue<JoinedPair> queue;
  std::unordered_map<std::string_view, std::pair<std::string_view, std::string_view>> made_of;
  const auto offer = [&](int left, int right) {
    if (left < 0 || right < 0 || at(left).whole || at(right).whole) return;
    const std::string_view joined(at(left).text.data(),
                                  at(left).text.size() + at(right).text.size());
    const auto found = ids_.find(joined);
    if (found == ids_.end()) return;
    const auto& piece = model_.pieces[static_cast<std::size_t>(found->second)];
    queue.push({piece.score, left, right, joined.size()});
    if (piece.kind == SentencePieceModel::Kind::unused) {
      made_of[joined] = {at(left).text, at(right).text};
    }
  };
  for (int i = 1; i < static_cast<int>(symbols.size()); ++i) offer(i - 1, i);
  while (!queue.empty()) {
    const JoinedPair best = queue.top();
    queue.pop();
    Symbol &left = at(best.left), &right = at(best.right);
    if (left.text.empty() || right.text.empty() ||
        left.text.size() + right.text.size() != best.bytes) {
      continue;  // one of the two has become another since
    }
    left.text = {left.text.data(), best.bytes};
    left.next = right.next;
    if (right.next >= 0) at(right.next).before = best.left;
    right.text = {};
    offer(left.before, best.left);
    offer(best.left, left.next);
  }
  std::vector<std::string_view> parts;
  std::vector<std::string_view> open;  // to be looked at, the leftmost last
  for (int i = 0; i >= 0; i = at(i).next) {
    open.push_back(at(i).text);
    while (!open.empty()) {
      const std::string_view part = open.back();
      open.pop_back();
      const auto halves = made_of.find(part);
      if (halves == made_of.end()) {
        parts.push_back(part);
      } else {
        open.push_back(halves->second.second);
        open.push_back(halves->second.first);
      }
    }
  }
  return parts;
}

}  // namespace glassformer
