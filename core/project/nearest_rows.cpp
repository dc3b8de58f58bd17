#include "core/project/nearest_rows.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <utility>

#include "core/embed/search/row_products.h"
#include "core/kernels/parallel.h"
#include "core/kernels/tile_product.h"
#include "core/kernels/vector_kernels.h"
#include "core/tensor/mat.h"

namespace glassformer {

namespace {

constexpr int side = 256;  // rows that are compared with as many others at once
using Cells = std::vector<float, LineAllocator<float>>;

// The best k of what it was offered, by (distance, number): whatever order they come in.
class Best {
 public:
  explicit Best(int k) : k_(static_cast<std::size_t>(k)) {}
  float limit() const { return limit_; }  // what is farther need not be offered
  void offer(float distance, int id) {
    kept_.push_back(std::uint64_t{in_order(distance)} << 32U | static_cast<std::uint32_t>(id));
    if (kept_.size() == 2 * k_) shrink();
  }
  template <class Body>
  void each(const Body& body) {
    if (kept_.size() > k_) shrink();
    for (const std::uint64_t one : kept_) body(static_cast<int>(one & 0xFFFFFFFFU));
  }

 private:
  // The bits of a float as a number that grows with it, so that one comparison orders both.
  static std::uint32_t in_order(float x) {
    const auto bits = std::bit_cast<std::uint32_t>(x);
    return bits >> 31U != 0 ? ~bits : bits | 0x80000000U;
  }
  static float from_order(std::uint32_t number) {
    return std::bit_cast<float>(number >> 31U != 0 ? number & 0x7FFFFFFFU : ~number);
  }
  void shrink() {
    std::nth_element(kept_.begin(), kept_.begin() + static_cast<std::ptrdiff_t>(k_) - 1,
                     kept_.end());
    kept_.resize(k_);
    limit_ = from_order(static_cast<std::uint32_t>(kept_.back() >> 32U));
  }
  std::size_t k_;
  std::vector<std::uint64_t> kept_;
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

// Calls body(j) for the 0 ≤ j < count with a_j − b_j ≤ limit. Most groups of them have none, and
// are passed over as a whole. What lies behind them, up to a whole group, is read.
template <class Body>
void for_near(const float* a, const float* b, int count, float limit, const Body& body) {
  const auto end = padded_to_groups(count);
  const auto next = vector_kernels().next_near;
  for (std::size_t begin = 0; begin < end; begin += near_group) {
    auto [group, bits] = next(a, b, begin, end, limit);
    begin = group;
    for (; bits != 0; bits &= bits - 1) {
      const auto j = static_cast<int>(group) + std::countr_zero(bits);
      if (j < count) body(j);
    }
  }
}

// Every pair of rows is compared once, and either is offered to the other. Blocks of rows stand in
// a circle; a turn compares each of them with the one that is `turn` blocks on.
class Search {
 public:
  Search(const Rows& rows, int k)
      : rows_(rows),
        n_(static_cast<int>(rows.count())),
        halves_(padded_to_groups(n_)),
        best_(rows.count(), Best(k)),
        locks_(static_cast<std::size_t>(blocks())) {
    result_.k = k;
    result_.ids.resize(rows.count() * static_cast<std::size_t>(k));
    result_.squared.resize(result_.ids.size());
    for (std::size_t r = 0; r < rows.count(); ++r) halves_[r] = squared_length(rows[r]) / 2;
    // Far above what rounding does to a difference of such numbers.
    slack_ = 1e-5F * *std::max_element(halves_.begin(), halves_.end());
  }
  int turns() const { return blocks() / 2 + 1; }
  // All comparisons of a turn.
  void run(int turn) {
    const bool half = turn > 0 && 2 * turn == blocks();  // the other half are the same pairs
    const std::size_t cost = rows_.count() * side * rows_.dim();
    parallel_for(half ? turn : blocks(), cost,
                 [&](int block) { compare(block, (block + turn) % blocks()); });
  }
  NearestRows&& result() {
    parallel_for(n_, result_.ids.size() * rows_.dim(), [&](int row) { write(row); });
    return std::move(result_);
  }

 private:
  int blocks() const { return (n_ + side - 1) / side; }
  int begin(int block) const { return block * side; }
  int count(int block) const { return std::min(side, n_ - block * side); }
  Best& best(int row) { return best_[static_cast<std::size_t>(row)]; }
  float half(int row) const { return halves_[static_cast<std::size_t>(row)]; }

  // ½ |a|² + ½ |b|² − a · b is half a squared distance. What is the same for all that are offered
  // to a row is left out.
  void compare(int one, int other) {
    thread_local Cells products;
    products.resize(static_cast<std::size_t>(side) * side);
    const auto stride = static_cast<std::ptrdiff_t>(rows_.stride());
    const int inner = static_cast<int>(rows_.dim());
    const Product product = product_for(count(one), inner, count(other));
    product({rows_.data() + begin(one) * stride, stride, 1},
            {rows_.data() + begin(other) * stride, 1, stride}, products.data(), side, count(one),
            inner, count(other), false, nullptr);
    offer_columns(one, other, products.data());
    if (one != other) offer_rows(one, other, products.data());
  }

  void offer_columns(int one, int other, const float* products) {
    const std::lock_guard lock(locks_[static_cast<std::size_t>(one)]);
    const float* halves = halves_.data() + begin(other);
    for (int i = 0; i < count(one); ++i, products += side) {
      const int row = begin(one) + i;
      for_near(halves, products, count(other), best(row).limit(), [&](int j) {
        const float nearness = halves[j] - products[j];
        if (nearness <= best(row).limit() && begin(other) + j != row) {
          best(row).offer(nearness, begin(other) + j);
        }
      });
    }
  }

  // Those of `one` to the rows of `other`, whose products with a row lie side by side: each has a
  // limit of its own. h − p ≤ limit where −limit − p ≤ −h, but for rounding.
  void offer_rows(int one, int other, const float* products) {
    const std::lock_guard lock(locks_[static_cast<std::size_t>(other)]);
    float limits[side];
    for (int j = 0; j < side; ++j) {
      limits[j] = j < count(other) ? -best(begin(other) + j).limit()
                                   : std::numeric_limits<float>::infinity();
    }
    for (int i = 0; i < count(one); ++i, products += side) {
      const float h = half(begin(one) + i);
      for_near(limits, products, count(other), slack_ - h, [&](int j) {
        Best& near = best(begin(other) + j);
        const float nearness = h - products[j];
        if (nearness > near.limit()) return;
        near.offer(nearness, begin(one) + i);
        limits[j] = -near.limit();
      });
    }
  }

  // The distances again, from the differences: products leave a small difference of large numbers.
  void write(int row) {
    const auto self = static_cast<std::size_t>(row);
    std::vector<std::pair<float, int>> near;
    best_[self].each([&](int id) {
      near.emplace_back(squared_distance(rows_[self], rows_[static_cast<std::size_t>(id)]), id);
    });
    std::sort(near.begin(), near.end());
    std::size_t cell = self * static_cast<std::size_t>(result_.k);
    for (const auto& [distance, id] : near) {
      result_.ids[cell] = id;
      result_.squared[cell++] = distance;
    }
  }

  const Rows& rows_;
  int n_;
  std::vector<float> halves_;  // ½ |row|²
  float slack_ = 0;
  std::vector<Best> best_;
  std::vector<std::mutex> locks_;  // of the best of a block
  NearestRows result_;
};

}  // namespace

NearestRows nearest_rows(const Rows& rows, int k, const TellShare& tell) {
  const int max = static_cast<int>(rows.count()) - 1;
  if (max < 1 || k < 1) return {};
  Search search(rows, std::min(k, max));
  for (int turn = 0; turn < search.turns(); ++turn) {
    if (tell && !tell(static_cast<double>(turn) / search.turns())) return {};
    search.run(turn);
  }
  return search.result();
}

}  // namespace glassformer
