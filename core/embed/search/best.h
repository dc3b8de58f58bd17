#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace glassformer {

// A word and how well it does.
struct Scored {
  int id = -1;
  float score = 0;
};

// The k best of what is offered; of equals the lower number. What is no number, or infinite, never
// gets in.
class Best {
 public:
  explicit Best(std::size_t k) : k_(k) {}

  void offer(int id, float score) {
    if (kept_.size() < k_) {
      if (!std::isfinite(score)) return;
      kept_.push_back({id, score});
      std::push_heap(kept_.begin(), kept_.end(), better);
    } else if (k_ > 0 && better({id, score}, kept_.front()) && std::isfinite(score)) {
      std::pop_heap(kept_.begin(), kept_.end(), better);
      kept_.back() = {id, score};
      std::push_heap(kept_.begin(), kept_.end(), better);
    }
  }
  void offer_all(const Best& other) {
    for (const Scored& s : other.kept_) offer(s.id, s.score);
  }
  // The best first.
  std::vector<Scored> sorted() const {
    std::vector<Scored> all = kept_;
    std::sort(all.begin(), all.end(), better);
    return all;
  }

 private:
  static bool better(const Scored& a, const Scored& b) {
    return a.score > b.score || (a.score == b.score && a.id < b.id);
  }
  std::size_t k_;
  std::vector<Scored> kept_;  // a heap whose first is the worst
};

}  // namespace glassformer
