#include "core/scenes/vectors/glove_descent.h"

namespace glassformer {

namespace {

// J, and the gradient of each part into `by`, which has their shapes.
double gradient(const GloveParts& parts, const Mat& f, const Mat& logs, GloveParts& by) {
  double loss = 0;
  for (Mat* part : {&by.w, &by.c, &by.b, &by.bc}) {
    for (Real& cell : part->cells()) cell = 0;
  }
  for (int i = 0; i < f.rows(); ++i) {
    for (int j = 0; j < f.cols(); ++j) {
      if (f(i, j) == 0) continue;
      double fit = parts.b(i, 0) + parts.bc(0, j);
      for (int k = 0; k < parts.w.cols(); ++k) fit += parts.w(i, k) * parts.c(j, k);
      const double residual = fit - logs(i, j), pull = f(i, j) * residual;
      loss += 0.5 * pull * residual;
      for (int k = 0; k < parts.w.cols(); ++k) {
        by.w(i, k) += static_cast<Real>(pull * parts.c(j, k));
        by.c(j, k) += static_cast<Real>(pull * parts.w(i, k));
      }
      by.b(i, 0) += static_cast<Real>(pull);
      by.bc(0, j) += static_cast<Real>(pull);
    }
  }
  return loss;
}

void step(Mat& part, const Mat& by, double alpha) {
  const auto from = by.cells();
  const auto to = part.cells();
  for (std::size_t i = 0; i < to.size(); ++i) to[i] -= static_cast<Real>(alpha * from[i]);
}

}  // namespace

std::vector<double> descend_glove(GloveParts& parts, const Mat& f, const Mat& logs, bool biases,
                                  double alpha, int turns) {
  GloveParts by{Mat(parts.w.shape()), Mat(parts.c.shape()), Mat(parts.b.shape()),
                Mat(parts.bc.shape())};
  std::vector<double> losses{gradient(parts, f, logs, by)};
  for (int turn = 0; turn < turns; ++turn) {
    step(parts.w, by.w, alpha);
    step(parts.c, by.c, alpha);
    if (biases) {
      step(parts.b, by.b, alpha);
      step(parts.bc, by.bc, alpha);
    }
    losses.push_back(gradient(parts, f, logs, by));
  }
  return losses;
}

}  // namespace glassformer
