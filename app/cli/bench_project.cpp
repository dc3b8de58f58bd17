#include <chrono>
#include <vector>

#include "app/cli/times.h"
#include "app/cli/vector_benches.h"
#include "core/kernels/threads.h"
#include "core/project/pca.h"
#include "core/project/tsne.h"
#include "core/tensor/rng.h"

namespace glassformer {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::size_t kDim = 100;
constexpr int kClusters = 50, kIterations = 1000;

double milliseconds_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

// Normal cells around fifty centres, as word vectors crowd around topics. Made before the clock
// starts, and kept.
const Rows& seeded(std::size_t count) {
  static std::vector<Rows> made;
  for (const Rows& rows : made) {
    if (rows.count() == count) return rows;
  }
  const Mat centres = normal({kClusters, static_cast<int>(kDim)}, 0.7, 1);
  RowsBuilder rows(count, kDim);
  Rng rng(2);
  for (std::size_t r = 0; r < count; ++r) {
    const auto centre = centres.row(rng.below(kClusters));
    for (std::size_t d = 0; d < kDim; ++d) {
      rows[r][d] = centre[d] + static_cast<float>(rng.normal());
    }
  }
  made.push_back(rows.finish());
  return made.back();
}

// The median of some: one takes about a millisecond.
double pca(const VectorBenchInput& input) {
  use_threads(input.threads);
  const Rows& rows = seeded(10'000);
  std::vector<double> ms;
  for (int i = 0; i < 21; ++i) {
    const auto begin = Clock::now();
    const Pca made = principal_components(rows, 2);
    projected(rows, made.mean, made.axes);
    ms.push_back(milliseconds_since(begin));
  }
  return time_at(0.5, ms);
}

// With the input similarities.
template <std::size_t count>
double tsne(const VectorBenchInput& input) {
  use_threads(input.threads);
  const Rows& rows = seeded(count);
  const auto begin = Clock::now();
  Tsne tsne(rows, {});
  while (tsne.iteration() < kIterations) tsne.step();
  return milliseconds_since(begin) / 1000;
}

const RegisterVectorBench registered[] = {
    RegisterVectorBench(
        {"pca, 10000 × 100 to 2", "ms", false, pca, nullptr, nullptr, nullptr, false}),
    RegisterVectorBench({"t-sne, 10000 × 100, 1000 steps", "s", false, tsne<10'000>, nullptr,
                         nullptr, nullptr, false}),
    RegisterVectorBench({"t-sne, 50000 × 100, 1000 steps", "s", false, tsne<50'000>, nullptr,
                         nullptr, nullptr, false}),
};

}  // namespace

}  // namespace glassformer
