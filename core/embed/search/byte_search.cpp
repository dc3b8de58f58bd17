#include "core/embed/search/byte_search.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <new>

#include "core/embed/search/best.h"
#include "core/embed/search/kept_searches.h"
#include "core/embed/search/scan.h"
#include "core/kernels/parallel.h"
#include "core/kernels/vector_kernels.h"
#include "core/tensor/mat.h"

namespace glassformer {

namespace {

constexpr std::size_t line = 64;   // bytes
constexpr int zero = 128;          // the byte that stands for 0
constexpr int most = 127;          // steps from 0 to the largest number
constexpr float rounding = 1e-5F;  // of a cosine that is summed in floats
// Narrower rows fill no line, and would win nothing; of wider ones an int does not hold the sum.
constexpr std::size_t min_dim = line, max_dim = 1 << 16;

// A direction v as scale · steps, each step a whole number from −127 to 127. By Cauchy and Schwarz
// the product with a vector of length 1 is wrong by `error` = |v − scale · steps| at most.
struct Rounded {
  float scale = 0, error = 0;
};

template <class Put>
Rounded rounded(std::span<const float> cells, const Put& put) {
  double squared = 0;
  float largest = 0;
  for (const float cell : cells) {
    squared += static_cast<double>(cell) * cell;
    largest = std::max(largest, std::abs(cell));
  }
  // A row of zeros has cosine 0 with everything. One that is not finite is near to nothing.
  if (!std::isfinite(squared)) return {0, std::numeric_limits<float>::quiet_NaN()};
  if (squared == 0) return {};
  const double step = static_cast<double>(largest) / most;
  double missed = 0;
  for (std::size_t k = 0; k < cells.size(); ++k) {
    const double steps = std::nearbyint(cells[k] / step);
    put(k, static_cast<int>(steps));
    const double off = cells[k] - steps * step;
    missed += off * off;
  }
  return {static_cast<float>(step / std::sqrt(squared)),
          static_cast<float>(std::sqrt(missed / squared))};
}

class ByteSearch : public RowSearch {
 public:
  explicit ByteSearch(const Rows& rows)
      : rows_(rows),
        width_((rows.dim() + line - 1) / line * line),
        bytes_(rows.count() * width_, zero),
        rounded_(rows.count()) {
    constexpr std::size_t part = 1024;
    const auto parts = static_cast<int>((rows.count() + part - 1) / part);
    parallel_for(parts, rows.count() * rows.dim(), [&](int p) {
      const std::size_t begin = static_cast<std::size_t>(p) * part;
      for (std::size_t r = begin; r < std::min(rows.count(), begin + part); ++r) {
        std::uint8_t* const to = bytes_.data() + r * width_;
        rounded_[r] = rounded(rows[r], [&](std::size_t k, int steps) {
          to[k] = static_cast<std::uint8_t>(zero + steps);
        });
      }
    });
  }

  const Rows& rows() const override { return rows_; }

  std::vector<std::vector<int>> nearest(std::span<const std::vector<float>> queries, std::size_t k,
                                        Nearness nearness, std::size_t first) override {
    std::vector<std::vector<int>> found;
    for (const std::vector<float>& query : queries) {
      found.push_back(nearness == Nearness::cosine ? by_cosine(query, k, first)
                                                   : by_euclid(query, k, first));
    }
    return found;
  }

 private:
  // With directions q = q' + e and x = x' + d, of which the bytes have q' and x',
  // |q · x − q' · x'| = |q · d + e · x'| ≤ |d| + |e| (1 + |d|).
  std::vector<int> by_cosine(std::span<const float> query, std::size_t k, std::size_t first) {
    std::vector<std::int8_t> steps(width_);
    int sum = 0;
    const Rounded of_query = rounded(query, [&](std::size_t i, int step) {
      steps[i] = static_cast<std::int8_t>(step);
      sum += step;
    });
    highest_.resize(first == 0 ? rows_.count() : std::min(first, rows_.count()));
    const ByteProduct product_of = byte_product();
    const auto bounds = [&, product_of](std::size_t r) {
      const Rounded& of_row = rounded_[r];
      // Σ (a + 128) b − 128 Σ b
      const int product = product_of(bytes_.data() + r * width_, steps.data(), width_) - zero * sum;
      const float cosine = static_cast<float>(product) * (of_query.scale * of_row.scale);
      const float error = of_row.error + of_query.error * (1 + of_row.error) + rounding;
      highest_[r] = cosine + error;
      return cosine - error;
    };
    const std::vector<Scored> sure = best_rows(rows_, 1, k, {}, first, [&] { return bounds; });
    // Which may be among the k nearest: what can reach the last of k that are at least so near.
    const float enough =
        sure.size() < k ? -std::numeric_limits<float>::infinity() : sure.back().score;
    std::vector<int> found;
    constexpr std::size_t some = 64;  // most of them hold none, which is seen at once
    for (std::size_t begin = 0; begin < highest_.size(); begin += some) {
      const std::span<const float> these =
          std::span(highest_).subspan(begin, std::min(some, highest_.size() - begin));
      bool any = false;
      for (const float cosine : these) any |= cosine >= enough;
      for (std::size_t i = 0; any && i < these.size(); ++i) {
        if (these[i] >= enough) found.push_back(static_cast<int>(begin + i));
      }
    }
    return found;
  }

  std::vector<int> by_euclid(std::span<const float> query, std::size_t k, std::size_t first) const {
    std::vector<int> found;
    for (const Scored& one : best_rows(rows_, 1, k, {}, first, [&] {
           return [&](std::size_t row) { return -squared_distance(rows_[row], query); };
         })) {
      found.push_back(one.id);
    }
    return found;
  }

  Rows rows_;
  std::size_t width_;  // bytes of a row
  std::vector<std::uint8_t, LineAllocator<std::uint8_t>> bytes_;
  std::vector<Rounded> rounded_;
  std::vector<float, UnfilledAllocator<float>>
      highest_;  // what a cosine may be; kept for its memory
};

}  // namespace

RowSearchPtr make_byte_search(const Rows& rows) {
  return std::make_shared<ByteSearch>(rows);
}

RowSearchesPtr byte_searches() {
  const auto made = [](const Rows& rows) -> RowSearchPtr {
    if (rows.dim() < min_dim || rows.dim() > max_dim) return nullptr;
    try {
      return make_byte_search(rows);
    } catch (const std::bad_alloc&) {
      return nullptr;  // then in floats
    }
  };
  return std::make_shared<KeptSearches>(made, true);
}

}  // namespace glassformer
