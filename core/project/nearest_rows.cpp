#include "core/project/nearest_rows.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

#include "core/embed/search/row_products.h"
#include "core/kernels/blocked_product.h"
#include "core/kernels/parallel.h"
#include "core/kernels/threads.h"
#include "core/kernels/vector_kernels.h"
#include "core/tensor/mat.h"

namespace glassformer {

namespace {

constexpr int queries = 192;   // rows whose neighbours are looked for at once
constexpr int panel = 64 * 8;  // rows that they are compared with at once
using Near = std::pair<float, int>;
using Cells = std::vector<float, LineAllocator<float>>;

// The best k of what it was offered, by (distance, number): whatever order they come in.
class Best {
 public:
  explicit Best(int k) : k_(static_cast<std::size_t>(k)) { kept_.reserve(2 * k_); }
  float limit() const { return limit_; }  // what is farther need not be offered
  void offer(float distance, int id) {
    kept_.emplace_back(distance, id);
    if (kept_.size() == 2 * k_) shrink();
  }
  std::vector<Near>& take() {
    if (kept_.size() > k_) shrink();
    return kept_;
  }

 private:
  void shrink() {
    std::nth_element(kept_.begin(), kept_.begin() + static_cast<std::ptrdiff_t>(k_) - 1,
                     kept_.end());
    kept_.resize(k_);
    limit_ = kept_.back().first;
  }
  std::size_t k_;
  std::vector<Near> kept_;
  float limit_ = std::numeric_limits<float>::infinity();
};

float squared_length(std::span<const float> row) {
  double sum = 0;
  for (const float x : row) sum += static_cast<double>(x) * static_cast<double>(x);
  return static_cast<float>(sum);
}

std::size_t padded_to_groups(int count) {
  return (static_cast<std::size_t>(count) + near_group - 1) / near_group * near_group;
}

// Offers the rows first … first + count of which `nearness` holds ½ |row|² − query · row. Most
// groups hold nothing near, and are passed over as a whole. What lies behind `count`, up to a whole
// group, is far.
void offer_near(const float* nearness, int first, int count, int self, Best& best) {
  const auto end = padded_to_groups(count);
  const auto next = vector_kernels().next_near;
  for (std::size_t begin = 0;; begin += near_group) {
    begin = next(nearness, begin, end, best.limit());
    if (begin >= end) return;
    for (int j = static_cast<int>(begin); j < std::min(static_cast<int>(begin + near_group), count);
         ++j) {
      if (nearness[j] <= best.limit() && first + j != self) best.offer(nearness[j], first + j);
    }
  }
}

class Search {
 public:
  Search(const Rows& rows, int k)
      : rows_(rows), n_(static_cast<int>(rows.count())), half_lengths_(rows.count()) {
    result_.k = k;
    result_.ids.resize(rows.count() * static_cast<std::size_t>(k));
    result_.squared.resize(result_.ids.size());
    for (std::size_t r = 0; r < rows.count(); ++r) half_lengths_[r] = squared_length(rows[r]) / 2;
  }
  int blocks() const { return (n_ + queries - 1) / queries; }
  NearestRows&& result() { return std::move(result_); }

  void run(int block) {
    const int begin = block * queries, count = std::min(queries, n_ - begin);
    const auto stride = static_cast<std::ptrdiff_t>(rows_.stride());
    std::vector<Best> best(static_cast<std::size_t>(count), Best(result_.k));
    thread_local Cells products;
    products.resize(static_cast<std::size_t>(queries) * panel);
    for (int first = 0; first < n_; first += panel) {
      const int wide = std::min(panel, n_ - first);
      blocked_product({rows_.data() + begin * stride, stride, 1},
                      {rows_.data() + first * stride, 1, stride}, products.data(), panel, count,
                      static_cast<int>(rows_.dim()), wide, false);
      for (int q = 0; q < count; ++q) {
        float* line = products.data() + static_cast<std::ptrdiff_t>(q) * panel;
        const float* half = half_lengths_.data() + first;
        vector_kernels().difference(half, line, line, static_cast<std::size_t>(wide));
        std::fill(line + wide, line + panel, std::numeric_limits<float>::infinity());
        offer_near(line, first, wide, begin + q, best[static_cast<std::size_t>(q)]);
      }
    }
    for (int q = 0; q < count; ++q) write(begin + q, best[static_cast<std::size_t>(q)].take());
  }

 private:
  // The distances again, from the differences: products leave a small difference of large numbers.
  void write(int row, std::vector<Near>& near) {
    const auto self = static_cast<std::size_t>(row);
    for (Near& one : near) {
      one.first = squared_distance(rows_[self], rows_[static_cast<std::size_t>(one.second)]);
    }
    std::sort(near.begin(), near.end());
    std::size_t cell = self * static_cast<std::size_t>(result_.k);
    for (const auto& [distance, id] : near) {
      result_.ids[cell] = id;
      result_.squared[cell++] = distance;
    }
  }

  const Rows& rows_;
  int n_;
  std::vector<float> half_lengths_;
  NearestRows result_;
};

}  // namespace

NearestRows nearest_rows(const Rows& rows, int k, const TellShare& tell) {
  const int max = static_cast<int>(rows.count()) - 1;
  if (max < 1 || k < 1) return {};
  Search search(rows, std::min(k, max));
  const int at_once = 4 * std::max(1, free_threads());
  for (int first = 0; first < search.blocks(); first += at_once) {
    if (tell && !tell(static_cast<double>(first) / search.blocks())) return {};
    const int count = std::min(at_once, search.blocks() - first);
    const std::size_t cost = static_cast<std::size_t>(count) * queries * rows.count() * rows.dim();
    parallel_for(count, cost, [&](int i) { search.run(first + i); });
  }
  return search.result();
}

}  // namespace glassformer
