#include "core/project/repulsion.h"

#include <vector>

#include "core/kernels/parallel.h"
#include "core/kernels/point_kernels.h"

namespace glassformer {

namespace {

constexpr std::size_t together = 4;  // points that share what is loaded

Floats filled_up(const Floats& from) {
  constexpr std::size_t multiple = PointKernels::whole;
  Floats to = from;
  to.resize((from.size() + multiple - 1) / multiple * multiple, PointKernels::far_away);
  return to;
}

}  // namespace

void repel_all_pairs(const Points& points, Repulsion& out) {
  const std::size_t n = points.count();
  const Floats x = filled_up(points.x);
  const Floats y = filled_up(points.y);
  const PointKernels::Near all{x.data(), y.data(), x.size()};
  const auto push_four = point_kernels().push_four;
  out.push.x.resize(n);
  out.push.y.resize(n);
  std::vector<float> rows_z(n);
  const int blocks = static_cast<int>((n + together - 1) / together);
  parallel_for(blocks, n * n * 10, [&](int block) {
    const std::size_t first = static_cast<std::size_t>(block) * together;
    PointKernels::Push sums[together];
    push_four(all, x.data() + first, y.data() + first, sums);
    for (std::size_t i = 0; i < together && first + i < n; ++i) {
      out.push.x[first + i] = sums[i].x;
      out.push.y[first + i] = sums[i].y;
      rows_z[first + i] = sums[i].z - 1;  // without the point itself
    }
  });
  out.z = 0;
  for (const float z : rows_z) out.z += static_cast<double>(z);
}

}  // namespace glassformer
