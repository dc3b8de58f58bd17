#include "core/grad/reuse.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <span>
#include <utility>

namespace glassformer {

namespace {

thread_local const Reuse* current = nullptr;

// Mixes one number into a key (the finalizer of MurmurHash3; Appleby 2011).
void mix(std::uint64_t& key, std::uint64_t number) {
  key ^= number;
  key = (key ^ (key >> 33U)) * 0xff51afd7ed558ccdULL;
  key = (key ^ (key >> 33U)) * 0xc4ceb9fe1a85ec53ULL;
  key ^= key >> 33U;
}

std::uint64_t key_of(const Tape& tape, const Node& node) {
  std::uint64_t key = 1;
  mix(key, std::bit_cast<std::uintptr_t>(node.op));
  for (const Var input : node.inputs) mix(key, tape.node(input).stamp);
  const Attr& attr = node.attr;
  mix(key, std::bit_cast<std::uint64_t>(attr.a));
  mix(key, (static_cast<std::uint64_t>(static_cast<std::uint32_t>(attr.i)) << 32U) |
               static_cast<std::uint32_t>(attr.j));
  mix(key, (attr.transpose_a ? 1U : 0U) | (attr.transpose_b ? 2U : 0U));
  mix(key, attr.seed);
  for (const int id : attr.ids) mix(key, static_cast<std::uint64_t>(id));
  return key;
}

// Some of the cells: enough to tell most matrices apart, and cheap for a table of words too.
std::uint64_t key_of(const Mat& m) {
  std::uint64_t key = 2;
  mix(key, static_cast<std::uint64_t>(m.rows()));
  mix(key, static_cast<std::uint64_t>(m.cols()));
  const std::size_t step = std::max<std::size_t>(1, m.size() / 61);
  for (std::size_t i = 0; i < m.size(); i += step) {
    mix(key, std::bit_cast<std::uint64_t>(static_cast<double>(m.cells()[i])));
  }
  return key;
}

// Bit for bit.
bool same_cells(const Mat& a, const Mat& b) {
  return a.shape() == b.shape() && std::memcmp(a.data(), b.data(), a.size() * sizeof(Real)) == 0;
}

bool same_stamps(const Tape& tape, const Node& node, const Tape& other_tape, const Node& other) {
  return std::ranges::equal(node.inputs, other.inputs, [&](Var a, Var b) {
    return tape.node(a).stamp == other_tape.node(b).stamp;
  });
}

// A leaf may have been written to since the tape read it; then it has another stamp.
bool as_it_was(const Node& node) {
  return node.leaf && node.leaf->stamp == node.computed_stamp;
}

}  // namespace

Reuse::Reuse(std::shared_ptr<const Tape> earlier)
    : earlier_(std::move(earlier)), outer_(std::exchange(current, this)) {
  for (int i = 0; earlier_ && i < earlier_->size(); ++i) {
    newest_ = std::max(newest_, earlier_->node(Var{i}).stamp);
  }
}

const Reuse::Index& Reuse::index() const {
  if (index_) return *index_;
  auto index = std::make_unique<Index>();
  index->by_key.reserve(static_cast<std::size_t>(earlier_->size()));
  for (int i = 0; i < earlier_->size(); ++i) {
    const Node& node = earlier_->node(Var{i});
    const std::uint64_t key = node.op != nullptr ? key_of(*earlier_, node)
                              : !node.leaf       ? key_of(node.computed->host)
                              : as_it_was(node)  ? key_of(node.leaf->value)
                                                 : 0;
    index->by_key.emplace(key, &node);
    if (node.leaf) index->leaves.insert(node.computed_stamp);
  }
  index_ = std::move(index);
  return *index_;
}

Reuse::~Reuse() {
  current = outer_;
}

const Reuse* Reuse::of(const Tape& tape) {
  const bool usable =
      current != nullptr && current->earlier_ && current->earlier_->backend() == tape.backend();
  return usable ? current : nullptr;
}

// First at the same place, where it mostly is, without the key.
const Node* Reuse::find(Var at, const auto& key, const auto& is_same) const {
  if (at.index < earlier_->size() && is_same(earlier_->node(at))) return &earlier_->node(at);
  const auto [begin, end] = index().by_key.equal_range(key());
  const auto found =
      std::find_if(begin, end, [&](const auto& entry) { return is_same(*entry.second); });
  return found == end ? nullptr : found->second;
}

// Whether it reads what the earlier tape cannot have read: then nothing there equals it.
bool Reuse::is_new(const Tape& tape, const Node& node) const {
  return std::ranges::any_of(node.inputs,
                             [&](Var input) { return tape.node(input).stamp > newest_; });
}

const Node* Reuse::same_result(const Tape& tape, const Node& node, Var at) const {
  if (is_new(tape, node)) return nullptr;
  return find(
      at, [&] { return key_of(tape, node); },
      [&](const Node& other) {
        return other.op == node.op && other.attr == node.attr &&
               std::signbit(other.attr.a) == std::signbit(node.attr.a) &&
               same_stamps(tape, node, *earlier_, other);
      });
}

const Node* Reuse::same_input(const Mat& value, Var at) const {
  return find(
      at, [&] { return key_of(value); },
      [&](const Node& other) {
        return other.op == nullptr && !other.leaf && same_cells(other.computed->host, value);
      });
}

LeafPtr Reuse::same_leaf(const LeafPtr& leaf, Var at) const {
  const bool in_place = at.index < earlier_->size() && earlier_->node(at).leaf &&
                        earlier_->node(at).computed_stamp == leaf->stamp;
  if (in_place || index().leaves.contains(leaf->stamp)) return leaf;
  const Node* const same = find(
      at, [&] { return key_of(leaf->value); },
      [&](const Node& other) {
        return as_it_was(other) && same_cells(other.leaf->value, leaf->value);
      });
  return same == nullptr ? nullptr : same->leaf;
}

const Node* Reuse::same_edits(const Node& node) const {
  const Var at = earlier_->find(node.path);
  if (!at) return nullptr;
  const Node& other = earlier_->node(at);
  const bool same =
      other.edited && other.computed_stamp == node.computed_stamp && other.edits == node.edits;
  return same ? &other : nullptr;
}

}  // namespace glassformer
