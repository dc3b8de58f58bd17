#include "core/scenes/vectors/shared_words.h"

#include <algorithm>
#include <mutex>
#include <vector>

#include "core/project/finite_rows.h"
#include "core/project/pca.h"
#include "core/project/procrustes.h"
#include "core/project/word_rows.h"

namespace glassformer {

namespace {

Rows picked(const Rows& from, const std::vector<int>& ids) {
  RowsBuilder rows(ids.size(), from.dim());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const auto row = from[static_cast<std::size_t>(ids[i])];
    std::copy(row.begin(), row.end(), rows[i].begin());
  }
  return rows.finish();
}

// Each of length 1, then without their mean.
Rows centred(const Rows& from) {
  RowsBuilder unit = unit_rows(from, from.count());
  const std::vector<float> mean = mean_row(unit.finish());
  for (std::size_t r = 0; r < from.count(); ++r) {
    for (std::size_t d = 0; d < from.dim(); ++d) unit[r][d] -= mean[d];
  }
  return unit.finish();
}

// axes Rᵀ: the left set's directions, seen from the right set's space. [2, right dim]
Mat turned(const Mat& axes, const Mat& rotation) {
  Mat result(axes.rows(), rotation.rows());
  for (int k = 0; k < axes.rows(); ++k) {
    for (int d = 0; d < rotation.rows(); ++d) {
      double sum = 0;
      for (int c = 0; c < axes.cols(); ++c) {
        sum += static_cast<double>(axes(k, c)) * static_cast<double>(rotation(d, c));
      }
      result(k, d) = static_cast<Real>(sum);
    }
  }
  return result;
}

SharedWordsPtr make(const WordVectorsPtr& left, const WordVectorsPtr& right, std::size_t max) {
  auto made = std::make_shared<SharedWords>();
  made->left = left;
  made->right = right;
  std::vector<int> ids[2];
  for (std::size_t w = 0; w < left->words.size(); ++w) {
    const int other = right->words.find(left->words[w]);
    if (other < 0 || !is_finite(left->vectors[w]) ||
        !is_finite(right->vectors[static_cast<std::size_t>(other)])) {
      continue;
    }
    if (++made->in_both > max) continue;
    made->words.add(left->words[w]);
    ids[0].push_back(static_cast<int>(w));
    ids[1].push_back(other);
  }
  made->rows = {picked(left->vectors, ids[0]), picked(right->vectors, ids[1])};
  if (made->count() < 3) return made;
  const Rows from = centred(made->rows[1]), to = centred(made->rows[0]);
  Mat axes = principal_components(to, 2).axes;
  const std::vector<float> none(std::max(from.dim(), to.dim()));
  made->maps = {
      std::make_shared<const Leaf>(projected(to, none, axes)),
      std::make_shared<const Leaf>(projected(from, none, turned(axes, procrustes(from, to))))};
  return made;
}

}  // namespace

SharedWordsPtr shared_words(const WordVectorsPtr& left, const WordVectorsPtr& right,
                            std::size_t max) {
  static std::mutex mutex;
  static SharedWordsPtr kept;
  static std::size_t kept_most = 0;
  const std::scoped_lock lock(mutex);
  if (!kept || kept->left != left || kept->right != right || kept_most != max) {
    kept = make(left, right, max);
    kept_most = max;
  }
  return kept;
}

WordVectorsPtr output_vectors(const WordVectorsPtr& vectors) {
  static std::mutex mutex;
  static WordVectorsPtr of, made;
  const std::scoped_lock lock(mutex);
  if (of == vectors) return made;
  auto outputs = std::make_shared<WordVectors>();
  outputs->words = vectors->words;
  outputs->vectors = vectors->outputs;
  outputs->counts = vectors->counts;
  outputs->groups = vectors->groups;
  outputs->group_name = vectors->group_name;
  outputs->origin = "the output vectors of: " + vectors->origin;
  of = vectors;
  made = outputs;
  return made;
}

}  // namespace glassformer
