#pragma once

#include <algorithm>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace glassformer {

// Every second one, for a list that has grown too long; the first and the last stay.
template <class T>
std::vector<T> subsampled(const std::vector<T>& all) {
  std::vector<T> half;
  for (std::size_t i = 0; i < all.size(); i += 2) half.push_back(all[i]);
  if (all.size() % 2 == 0 && !all.empty()) half.push_back(all.back());
  return half;
}

// What a snapshot must say of itself to stand on a timeline: how much work lies behind it, and how
// much memory it takes.
template <class Snapshot>
concept OnTimeline = requires(const Snapshot& snapshot) {
  { snapshot.position() } -> std::convertible_to<std::int64_t>;
  { snapshot.bytes() } -> std::convertible_to<std::size_t>;
};

// How many timelines share the memory that all of them may take together.
inline std::atomic<std::size_t> timelines_that_share{1};

// The snapshots of a job from its beginning to now, in order. They are bounded in number and in
// bytes, of all timelines together: when there are too many, every second one goes, and from then
// on only half as many come.
template <class Snapshot>
class Timeline {
 public:
  using Ptr = std::shared_ptr<const Snapshot>;
  static constexpr std::size_t kMaxSize = 128;
  // A model of 0.3 million numbers stands there 80 times. A Transformer, word vectors and races
  // that all learned in one window took four times as much for their moments once.
  static constexpr std::size_t kMaxBytes = std::size_t{96} << 20U;

  // One at the position of the last takes its place: what it says is newer. `keep`: also where it
  // would be left out, such as where the job paused.
  void add(Ptr snapshot, bool keep) {
    if (!all_.empty() && all_.back()->position() == snapshot->position()) {
      all_.back() = std::move(snapshot);
      return;
    }
    if (count_++ % stride_ != 0 && !keep) return;
    all_.push_back(std::move(snapshot));
    thin();
  }
  // As many as its share allows, which another timeline may have made smaller.
  void thin() {
    const std::size_t share = kMaxBytes / std::max<std::size_t>(1, timelines_that_share);
    while (all_.size() > 2 && (all_.size() > kMaxSize || bytes() > share)) {
      all_ = subsampled(all_);
      stride_ *= 2;
    }
  }
  const std::vector<Ptr>& all() const { return all_; }

 private:
  std::size_t bytes() const {
    std::size_t sum = 0;
    for (const Ptr& one : all_) sum += one->bytes();
    return sum;
  }

  std::vector<Ptr> all_;
  std::uint64_t count_ = 0, stride_ = 1;
};

}  // namespace glassformer
