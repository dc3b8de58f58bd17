#include "core/nn/seeded.h"

#include <fmt/format.h>

#include <functional>
#include <list>
#include <mutex>
#include <unordered_map>

#include "core/tensor/rng.h"

namespace glassformer {

namespace {

constexpr std::size_t cache_bytes = 32u << 20;

// The least recently used matrices leave first. A matrix in use lives on in its LeafPtr.
class LeafCache {
 public:
  LeafPtr get(const std::string& key, const std::function<Mat()>& draw) {
    {
      const std::scoped_lock lock(mutex_);
      if (const auto found = places_.find(key); found != places_.end()) {
        entries_.splice(entries_.begin(), entries_, found->second);
        return entries_.front().leaf;
      }
    }
    auto leaf = std::make_shared<const Leaf>(draw());  // outside the lock: it may take a while
    const std::scoped_lock lock(mutex_);
    if (const auto found = places_.find(key); found != places_.end()) return found->second->leaf;
    entries_.push_front({key, leaf});
    places_[key] = entries_.begin();
    bytes_ += bytes(*leaf);
    while (bytes_ > cache_bytes && entries_.size() > 1) {
      bytes_ -= bytes(*entries_.back().leaf);
      places_.erase(entries_.back().key);
      entries_.pop_back();
    }
    return leaf;
  }

 private:
  struct Entry {
    std::string key;
    LeafPtr leaf;
  };
  static std::size_t bytes(const Leaf& leaf) { return leaf.value.size() * sizeof(Real); }

  std::mutex mutex_;
  std::list<Entry> entries_;  // most recent first
  std::unordered_map<std::string, std::list<Entry>::iterator> places_;
  std::size_t bytes_ = 0;
};

LeafCache& cache() {
  static LeafCache leaves;
  return leaves;
}

}  // namespace

LeafPtr cached_leaf(const std::string& key, const std::function<Mat()>& make) {
  return cache().get(key, make);
}

LeafPtr seeded_normal(std::uint64_t seed, std::string_view name, Shape shape, double deviation) {
  const std::string key =
      fmt::format("weight {} {} {} {} {}", seed, shape.rows, shape.cols, deviation, name);
  return cache().get(key, [&] { return normal(shape, deviation, seed ^ hash(name)); });
}

LeafPtr seeded_words(std::uint64_t seed, const std::vector<std::string>& words, int width) {
  std::string key = fmt::format("words {} {}", seed, width);
  for (const std::string& word : words) key.append(1, '\0').append(word);
  return cache().get(key, [&] {
    Mat rows(static_cast<int>(words.size()), width);
    for (int r = 0; r < rows.rows(); ++r) {
      // The prefix keeps the word "wq" from drawing the numbers of the weight matrix wq.
      Rng rng(seed ^ hash("word " + words[static_cast<std::size_t>(r)]));
      for (Real& cell : rows.row(r)) cell = static_cast<Real>(rng.normal());
    }
    return rows;
  });
}

}  // namespace glassformer
