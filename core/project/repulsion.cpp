#include "core/project/repulsion.h"

#include <algorithm>

#include "core/kernels/lanes.h"
#include "core/kernels/parallel.h"
#include "core/project/reciprocal.h"

namespace glassformer {

namespace {

constexpr std::size_t together = 4;  // points that share what is loaded
constexpr float far_away = 1e15F;    // where what fills up the last vector lies: q² is 0 there

Floats filled_up(const Floats& from, std::size_t multiple) {
  Floats to = from;
  to.resize((from.size() + multiple - 1) / multiple * multiple, far_away);
  return to;
}

}  // namespace

void repel_all_pairs(const Points& points, Repulsion& out) {
  const std::size_t n = points.count();
  const Floats x = filled_up(points.x, std::max<std::size_t>(lanes, together));
  const Floats y = filled_up(points.y, std::max<std::size_t>(lanes, together));
  out.push.x.resize(n);
  out.push.y.resize(n);
  std::vector<float> rows_z(n);
  const int blocks = static_cast<int>((n + together - 1) / together);
  parallel_for(blocks, n * n * 10, [&](int block) {
    const std::size_t first = static_cast<std::size_t>(block) * together;
    Lanes push_x[together] = {}, push_y[together] = {}, z[together] = {};
    for (std::size_t j = 0; j < x.size(); j += lanes) {
      const Lanes xs = load_lanes(x.data() + j), ys = load_lanes(y.data() + j);
      for (std::size_t i = 0; i < together; ++i) {
        const Lanes dx = x[first + i] - xs, dy = y[first + i] - ys;
        const Lanes q = quick_reciprocal(dx * dx + (dy * dy + 1.0F));
        const Lanes square = q * q;
        z[i] += q;
        push_x[i] += square * dx;
        push_y[i] += square * dy;
      }
    }
    for (std::size_t i = 0; i < together && first + i < n; ++i) {
      out.push.x[first + i] = sum_of(push_x[i]);
      out.push.y[first + i] = sum_of(push_y[i]);
      rows_z[first + i] = sum_of(z[i]) - 1;  // without the point itself
    }
  });
  out.z = 0;
  for (const float z : rows_z) out.z += static_cast<double>(z);
}

}  // namespace glassformer
