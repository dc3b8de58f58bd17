#include "core/speed/layer_measuring.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <span>

#include "core/kernels/threads.h"
#include "core/speed/banded_product.h"
#include "core/speed/layers.h"
#include "core/tensor/rng.h"

namespace glassformer {

namespace {

constexpr int smallest = 16;
constexpr int drawn_once = 65'521;  // a prime: no row of a matrix begins like the one above it

// The drawn numbers, from the first on and again and again, times `scale`. A layer takes as long
// with these as with as many that are all different, and drawing those takes as long as it does.
Mat filled(Shape shape, double scale, std::span<const Real> drawn) {
  Mat made(shape);
  const auto factor = static_cast<Real>(scale);
  for (std::size_t at = 0; at < made.size(); at += drawn.size()) {
    const std::size_t count = std::min(drawn.size(), made.size() - at);
    std::transform(drawn.begin(), drawn.begin() + static_cast<std::ptrdiff_t>(count),
                   made.data() + at, [factor](Real x) { return factor * x; });
  }
  return made;
}

// The sizes of one point with all that its layers need; what is timed is forward() alone.
class LayersAtWork {
 public:
  LayersAtWork(const LayerSizes& sizes, bool projections, std::span<const Real> drawn)
      : sizes_(sizes),
        projections_(projections),
        x_(filled({sizes.n, sizes.d}, 1, drawn)),
        weights_(filled({std::max(4, sizes.k) * sizes.d, sizes.d},
                        1 / std::sqrt(static_cast<double>(sizes.d)), drawn.subspan(1))),
        u_(filled({sizes.d, sizes.d}, 1 / std::sqrt(static_cast<double>(sizes.d)),
                  drawn.subspan(2))),
        q_(x_),
        k_(x_),
        v_(x_),
        mixed_(x_.shape()),
        out_(x_.shape()) {}

  void forward(LayerKind kind) {
    switch (kind) {
      case LayerKind::self_attention:
        if (scores_.empty()) scores_ = Mat(sizes_.n, sizes_.n);
        project([&](Mat& to) { self_attention(q_, k_, v_, scores_, to); });
        break;
      case LayerKind::recurrent:
        recurrent(x_, weights_, u_, out_);
        break;
      case LayerKind::convolutional:
        convolution(x_, weights_, sizes_.k, out_);
        break;
      case LayerKind::restricted:
        project([&](Mat& to) { restricted_attention(q_, k_, v_, sizes_.r, to); });
        break;
    }
  }

 private:
  // Queries, keys and values before, and the mixed values after, each by a matrix of its own.
  template <class Attend>
  void project(const Attend& attend) {
    if (!projections_) return attend(out_);
    multiply(x_, 0, q_);
    multiply(x_, 1, k_);
    multiply(x_, 2, v_);
    attend(mixed_);
    multiply(mixed_, 3, out_);
  }
  void multiply(const Mat& from, int which, Mat& to) const {
    const int d = sizes_.d;
    banded_product({from.data(), d, 1}, {weights_.row(which * d).data(), d, 1}, to.data(), d,
                   sizes_.n, d, d);
  }

  LayerSizes sizes_;
  bool projections_;
  Mat x_, weights_, u_, q_, k_, v_, scores_, mixed_, out_;
};

LayerSweep empty_sweep(int max) {
  LayerSweep sweep;
  for (int size = smallest; size <= max; size *= 2) sweep.sizes.push_back(size);
  const std::size_t points = sweep.sizes.size();
  for (const LayerKind kind : layer_kinds) {
    sweep.curves.push_back({kind, std::vector<double>(points), std::vector<double>(points), 0, 0});
  }
  return sweep;
}

// One size of one sweep.
struct Point {
  LayerSweep& sweep;
  std::size_t index;
  LayersAtWork layers;
  std::array<double, std::size(layer_kinds)> spent{};
};

class Measurement {
 public:
  Measurement(const LayerPlan& plan, const Clock& now,
              const std::function<bool(const LayerSnapshot&)>& tell)
      : plan_(plan), now_(now), tell_(tell), drawn_(normal({1, drawn_once + 2}, 1, plan.seed)) {
    shown_.plan = plan;
    shown_.cores = free_threads();
    shown_.over_n = empty_sweep(plan.max_n);
    shown_.over_d = empty_sweep(plan.max_d);
  }

  // Round after round over all points, so that what else the machine does for a moment is not taken
  // for the cost of one size.
  void run() {
    const std::size_t runs =
        (shown_.over_n.sizes.size() + shown_.over_d.sizes.size()) * std::size(layer_kinds);
    const double step = 1 / (static_cast<double>(runs) * plan_.runs);
    if (!tell_(shown_) || !first_round(shown_.over_n, step) || !first_round(shown_.over_d, step)) {
      return;
    }
    for (int round = 1; round < plan_.runs; ++round) {
      for (Point& point : points_) {
        for (std::size_t kind = 0; kind < point.spent.size(); ++kind) {
          shown_.share += step;
          const bool enough = round >= plan_.min_runs && point.spent[kind] >= plan_.budget;
          if (enough || point.spent[kind] == 0) continue;
          once(point, kind);
          if (!tell_(shown_)) return;
        }
      }
    }
    shown_.finished = true;
    shown_.share = 1;
    tell_(shown_);
  }

 private:
  bool first_round(LayerSweep& sweep, double step) {
    for (std::size_t i = 0; i < sweep.sizes.size(); ++i) {
      points_.push_back({sweep, i, {sizes_at(sweep, i), plan_.projections, drawn_.cells()}});
      for (std::size_t kind = 0; kind < sweep.curves.size(); ++kind) {
        shown_.share += step;
        if (!affordable(sweep, kind, i)) continue;
        once(points_.back(), kind);
        if (!tell_(shown_)) return false;
      }
    }
    return true;
  }

  // By the size before, and what the theory says of the way from there.
  bool affordable(const LayerSweep& sweep, std::size_t kind, std::size_t i) const {
    if (i == 0) return true;
    const LayerCurve& curve = sweep.curves[kind];
    const double growth = operations_in_o(curve.kind, sizes_at(sweep, i)) /
                          operations_in_o(curve.kind, sizes_at(sweep, i - 1));
    return curve.seconds[i - 1] > 0 && curve.seconds[i - 1] * growth <= plan_.max_seconds;
  }

  LayerSizes sizes_at(const LayerSweep& sweep, std::size_t i) const {
    LayerSizes sizes = plan_.sizes;
    (&sweep == &shown_.over_n ? sizes.n : sizes.d) = static_cast<int>(sweep.sizes[i]);
    return sizes;
  }

  void once(Point& point, std::size_t kind) {
    LayerCurve& curve = point.sweep.curves[kind];
    const double took = seconds_of(now_, [&] { point.layers.forward(curve.kind); });
    point.spent[kind] += took;
    double& fastest = curve.seconds[point.index];
    fastest = fastest > 0 ? std::min(fastest, took) : took;
    draw_conclusions(point.sweep, curve);
  }

  void draw_conclusions(LayerSweep& sweep, LayerCurve& curve) const {
    std::vector<double> sizes = sweep.sizes, theory;
    while (!sizes.empty() && curve.seconds[sizes.size() - 1] <= 0) sizes.pop_back();
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      theory.push_back(operations_in_o(curve.kind, sizes_at(sweep, i)));
    }
    const std::size_t last = sizes.size() - 1;
    for (std::size_t i = 0; i <= last; ++i) {
      curve.theory[i] = curve.seconds[last] * theory[i] / theory[last];
    }
    curve.slope = log_slope(sizes, curve.seconds, slope_points);
    curve.theory_slope = log_slope(sizes, theory, slope_points);
    sweep.crossing = crossing(sweep.sizes, sweep.curves[0].seconds, sweep.curves[1].seconds);
  }

  const LayerPlan& plan_;
  const Clock& now_;
  const std::function<bool(const LayerSnapshot&)>& tell_;
  const Mat drawn_;
  LayerSnapshot shown_;
  std::deque<Point> points_;
};

}  // namespace

double log_slope(const std::vector<double>& x, const std::vector<double>& y, int points) {
  const std::size_t count = std::min({x.size(), y.size(), static_cast<std::size_t>(points)});
  const std::size_t end = std::min(x.size(), y.size());
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (std::size_t i = end - count; i < end; ++i) {
    if (!(x[i] > 0) || !(y[i] > 0)) return 0;
    const double lx = std::log(x[i]), ly = std::log(y[i]);
    sx += lx, sy += ly, sxx += lx * lx, sxy += lx * ly;
  }
  const double n = static_cast<double>(count), spread = n * sxx - sx * sx;
  return count >= 2 && spread > 0 ? (n * sxy - sx * sy) / spread : 0;
}

std::optional<double> crossing(const std::vector<double>& x, const std::vector<double>& y,
                               const std::vector<double>& z) {
  std::optional<double> found;
  for (std::size_t i = 0; i + 1 < std::min({x.size(), y.size(), z.size()}); ++i) {
    if (!(y[i] > 0 && z[i] > 0 && y[i + 1] > 0 && z[i + 1] > 0)) break;
    const double before = std::log(y[i] / z[i]), after = std::log(y[i + 1] / z[i + 1]);
    if (before == 0 || (before < 0) == (after < 0)) continue;
    const double part = before / (before - after);
    found = std::exp(std::log(x[i]) + part * (std::log(x[i + 1]) - std::log(x[i])));
  }
  return found;
}

void measure_layers(const LayerPlan& plan, const Clock& now,
                    const std::function<bool(const LayerSnapshot&)>& tell) {
  Measurement(plan, now, tell).run();
}

}  // namespace glassformer
