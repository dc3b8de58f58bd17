#include "app/jobs/word_path.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace glassformer {

namespace {

// What a row counts for where every vector has length 1; a row of zeros stays zero.
double share_of(std::span<const float> row, bool unit_length) {
  if (!unit_length) return 1;
  double squares = 0;
  for (const float x : row) squares += static_cast<double>(x) * static_cast<double>(x);
  return squares > 0 ? 1 / std::sqrt(squares) : 1;
}

std::vector<float> mean_of(const WordVectors& vectors, const WordPath::Map& map) {
  std::vector<double> sum(vectors.dim());
  std::size_t count = 0;
  for (const int id : map.words) {
    if (static_cast<std::size_t>(id) >= vectors.words.size()) continue;
    const auto row = vectors.vectors[static_cast<std::size_t>(id)];
    const double share = share_of(row, map.unit_length);
    for (std::size_t d = 0; d < row.size(); ++d) sum[d] += share * static_cast<double>(row[d]);
    ++count;
  }
  std::vector<float> mean(sum.size());
  for (std::size_t d = 0; count > 0 && d < sum.size(); ++d) {
    mean[d] = static_cast<float>(sum[d] / static_cast<double>(count));
  }
  return mean;
}

}  // namespace

Mat WordPath::along(const Map& map, std::span<const VectorTrainingSnapshotPtr> moments,
                    std::string_view word) {
  if (std::exchange(unit_length_, map.unit_length) != map.unit_length) means_.clear();
  std::vector<Mean> means;
  std::vector<std::array<double, 2>> path;
  for (const VectorTrainingSnapshotPtr& moment : moments) {
    const WordVectorsPtr& vectors = moment->vectors;
    const bool fits =
        vectors && map.axes.rows() >= 2 && static_cast<int>(vectors->dim()) == map.axes.cols();
    const int id = fits ? vectors->words.find(word) : -1;
    if (id < 0) continue;
    const auto known = std::find_if(means_.begin(), means_.end(),
                                    [&](const Mean& one) { return one.first == vectors; });
    means.emplace_back(vectors, known != means_.end() ? known->second : mean_of(*vectors, map));
    const std::vector<float>& mean = means.back().second;
    const auto row = vectors->vectors[static_cast<std::size_t>(id)];
    const double share = share_of(row, map.unit_length);
    std::array<double, 2>& at = path.emplace_back();
    for (std::size_t d = 0; d < row.size(); ++d) {
      const double off = share * static_cast<double>(row[d]) - static_cast<double>(mean[d]);
      for (int axis = 0; axis < 2; ++axis) {
        at[static_cast<std::size_t>(axis)] +=
            off * static_cast<double>(map.axes(axis, static_cast<int>(d)));
      }
    }
  }
  means_ = std::move(means);
  Mat made(static_cast<int>(path.size()), 2);
  for (std::size_t i = 0; i < path.size(); ++i) {
    made(static_cast<int>(i), 0) = static_cast<Real>(path[i][0]);
    made(static_cast<int>(i), 1) = static_cast<Real>(path[i][1]);
  }
  return made;
}

}  // namespace glassformer
