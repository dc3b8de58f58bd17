#include "core/nn/kept_tokens.h"

#include <numeric>
#include <utility>

#include "core/grad/carried.h"
#include "core/grad/ops.h"

namespace glassformer {

namespace {

// Room is made for so many tokens at a time: matrices of one size are dealt out again and again,
// where one that grew with each token would be new each time.
constexpr int tokens_at_once = 64;

}  // namespace

Var KeptTokens::attend(Tape& tape, Var q, Var k, Var v, int heads) {
  const int rows = tape.shape(q).rows, count = tokens_ + 1;
  if (empty()) {
    place_.resize(static_cast<std::size_t>(rows));
    std::iota(place_.begin(), place_.end(), 0);
  }
  const int room = (count + tokens_at_once - 1) / tokens_at_once * tokens_at_once;
  const int before = empty() ? 0 : keys_->shape().rows;
  // Of each row: the tokens of the text that it goes on from, its new one, and room for others.
  std::vector<int> ids, ranges;
  for (int r = 0; r < rows; ++r) {
    const int first = place_[static_cast<std::size_t>(r)] * room_;
    for (int t = 0; t < tokens_; ++t) ids.push_back(first + t);
    ids.resize(static_cast<std::size_t>((r + 1) * room), before + r);
    ranges.insert(ranges.end(), {r, 1, r * room, count});
  }
  const auto grown = [&](const DeviceMatPtr& old, Var fresh) {
    const Var all = old ? concat_rows(tape, {carry_to(tape, old), fresh}) : fresh;
    return gather(tape, all, ids);
  };
  const Var all_keys = grown(keys_, k), all_values = grown(values_, v);
  const Var made = packed_attention(tape, q, all_keys, all_values, heads, ranges, false);
  DeviceMatPtr keys = carried_from(tape, all_keys), values = carried_from(tape, all_values);
  keys_ = std::move(keys);
  values_ = std::move(values);
  tokens_ = count;
  room_ = room;
  place_.resize(static_cast<std::size_t>(rows));
  std::iota(place_.begin(), place_.end(), 0);
  return made;
}

void KeptTokens::keep(std::span<const int> parents) {
  if (empty()) return;
  std::vector<int> kept;
  kept.reserve(parents.size());
  for (const int parent : parents) kept.push_back(place_[static_cast<std::size_t>(parent)]);
  place_ = std::move(kept);
}

}  // namespace glassformer
