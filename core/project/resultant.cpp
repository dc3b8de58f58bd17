#include "core/project/resultant.h"

#include <cmath>

namespace glassformer {

std::vector<float> mean_direction(const Rows& rows, std::span<const int> ids) {
  std::vector<double> sum(rows.dim());
  for (const int id : ids) {
    const auto row = rows[static_cast<std::size_t>(id)];
    double squares = 0;
    for (const float x : row) squares += static_cast<double>(x) * static_cast<double>(x);
    const double length = std::sqrt(squares);
    if (!(length > 0) || !std::isfinite(length)) continue;
    for (std::size_t d = 0; d < sum.size(); ++d) sum[d] += static_cast<double>(row[d]) / length;
  }
  std::vector<float> mean;
  mean.reserve(sum.size());
  for (const double x : sum) {
    mean.push_back(ids.empty() ? 0 : static_cast<float>(x / static_cast<double>(ids.size())));
  }
  return mean;
}

}  // namespace glassformer
