#include "core/project/tsne.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "core/kernels/parallel.h"
#include "core/kernels/point_kernels.h"
#include "core/project/pca.h"
#include "core/tensor/device_mat.h"
#include "core/tensor/error.h"
#include "core/tensor/rng.h"

namespace glassformer {

namespace {

constexpr std::size_t few = 1000;      // points whose pairs are faster summed than grouped
constexpr double start_spread = 1e-4;  // of the first positions
constexpr double min_z = 1e-12;        // of points that lie infinitely far apart
constexpr float farthest = 1e9F;       // a rate that is too high throws points no farther

void check(const Rows& rows, const TsneSettings& s) {
  if (rows.count() < 2) {
    throw UserError(fmt::format("t-SNE needs at least 2 points, and has {}", rows.count()));
  }
  const auto refuse = [](const char* what, double value, const char* range) {
    throw UserError(fmt::format("t-SNE: {} is {}, and must be {}", what, value, range));
  };
  if (!(s.perplexity >= 1 && s.perplexity <= 1000)) {
    refuse("the perplexity", s.perplexity, "from 1 to 1000");
  }
  if (!(s.learning_rate >= 0 && s.learning_rate <= 1e6)) {
    refuse("the learning rate", s.learning_rate, "from 0 (chosen by the number of points) to 1e6");
  }
  if (!(s.exaggeration >= 1 && s.exaggeration <= 1000)) {
    refuse("the exaggeration", s.exaggeration, "from 1 to 1000");
  }
  for (std::size_t r = 0; r < rows.count(); ++r) {
    double square = 0;
    for (const float cell : rows[r]) {
      if (!std::isfinite(cell)) {
        throw UserError(
            fmt::format("t-SNE: row {} holds {}, which has no distance to the others; "
                        "leave that row out",
                        r, cell));
      }
      square += static_cast<double>(cell) * cell;
    }
    // Two such rows on opposite sides are four times as far apart, squared.
    if (square > static_cast<double>(std::numeric_limits<float>::max()) / 4) {
      throw UserError(
          fmt::format("t-SNE: the squares of row {} are beyond what a float holds; divide the "
                      "vectors by their lengths first",
                      r));
    }
  }
}

Points first_positions(const Rows& rows, const TsneSettings& settings) {
  Points at{Floats(rows.count()), Floats(rows.count())};
  Rng rng(settings.seed);
  for (std::size_t i = 0; i < rows.count(); ++i) {
    at.x[i] = static_cast<float>(start_spread * rng.normal());
    at.y[i] = static_cast<float>(start_spread * rng.normal());
  }
  if (!settings.start_from_pca) return at;
  const Pca pca = principal_components(rows, 2);
  const Mat plane = projected(rows, pca.mean, pca.axes);
  const double deviation = std::sqrt(pca.variances.front());
  if (!(deviation > 0)) return at;
  // A hundredth of the noise stays, so that equal rows can part.
  for (std::size_t i = 0; i < rows.count(); ++i) {
    const auto place = [&](int axis) {
      if (axis >= plane.cols()) return 0.0;
      return start_spread / deviation * static_cast<double>(plane(static_cast<int>(i), axis));
    };
    at.x[i] = static_cast<float>(place(0) + 0.01 * static_cast<double>(at.x[i]));
    at.y[i] = static_cast<float>(place(1) + 0.01 * static_cast<double>(at.y[i]));
  }
  return at;
}

// What pulls the point of a row, for its cost. `places` holds x and y of each point in turn.
PointKernels::Pulls pulls_of(const Affinities& a, const Floats& places, std::size_t row) {
  const std::size_t begin = a.starts[row];
  return {a.ids.data() + begin, a.p.data() + begin, a.starts[row + 1] - begin,
          places.data(),        places[2 * row],    places[2 * row + 1]};
}

// x and y of each point in turn, in this order; without one, as they are.
Floats zipped(const Points& points, const std::vector<int>& order = {}) {
  Floats places(2 * points.count());
  for (std::size_t i = 0; i < points.count(); ++i) {
    const std::size_t point = order.empty() ? i : static_cast<std::size_t>(order[i]);
    places[2 * i] = points.x[point];
    places[2 * i + 1] = points.y[point];
  }
  return places;
}

}  // namespace

Tsne::Tsne(const Rows& rows, const TsneSettings& settings, const TellShare& tell,
           AffinitiesPtr known)
    : settings_(settings), affinities_(std::move(known)) {
  check(rows, settings);
  if (!affinities_) {
    affinities_ = std::make_shared<const Affinities>(
        glassformer::affinities(rows, settings.perplexity, tell));
  }
  now_.at = first_positions(rows, settings);
  if (!all_pairs(rows.count()) && ready()) {
    std::vector<int> order(rows.count());
    std::iota(order.begin(), order.end(), 0);
    shares_ = short_shares(*affinities_, std::move(order));
  }
  now_.speed = {Floats(rows.count()), Floats(rows.count())};
  now_.gains = {Floats(rows.count(), 1), Floats(rows.count(), 1)};
  if (settings_.learning_rate == 0) {
    const auto n = static_cast<double>(rows.count());
    settings_.learning_rate = std::max(std::min(200.0, 2 * n), n / settings_.exaggeration);
  }
}

void Tsne::compute_with(TsneForcesPtr forces) {
  synchronise();
  forces_ = std::move(forces);
  moves_elsewhere_ = false;
  fallback_.clear();
  if (!forces_ || !ready()) return;
  try {
    forces_->begin(*affinities_);
    moves_elsewhere_ = forces_->take(now_);
  } catch (const DeviceError& error) {
    give_up(error);
  }
}

// The steps since the last known positions are made again.
void Tsne::give_up(const DeviceError& error) {
  fallback_ = error.what();
  forces_.reset();
  moves_elsewhere_ = false;
  const int wanted = std::exchange(iteration_, positioned_);
  while (iteration_ < wanted) step_here();
}

bool Tsne::forces_elsewhere(const Points& at) {
  if (!forces_) return false;
  try {
    forces_->compute(at, repulsion_, pull_);
    return true;
  } catch (const DeviceError& error) {
    give_up(error);
    return false;
  }
}

void Tsne::synchronise() {
  if (!moves_elsewhere_ || positioned_ == iteration_) return;
  try {
    TsneState brought = now_;
    forces_->bring(brought);
    now_ = std::move(brought);  // only when all of it is here
    positioned_ = iteration_;
  } catch (const DeviceError& error) {
    give_up(error);
  }
}

DeviceMatPtr Tsne::places_on_device() {
  if (!moves_elsewhere_) return nullptr;
  try {
    return forces_->places();
  } catch (const DeviceError& error) {
    give_up(error);
    return nullptr;
  }
}

bool Tsne::all_pairs(std::size_t points) const {
  using Pairs = TsneSettings::Pairs;
  return settings_.pairs == Pairs::all || (settings_.pairs == Pairs::automatic && points <= few);
}

void Tsne::repel(const Points& at) {
  if (all_pairs(at.count())) {
    repel_all_pairs(at, repulsion_);
  } else {
    barnes_hut_.repel(at, repulsion_);
  }
}

// The shares in the order of the last tree, again and again while the map takes shape: whatever the
// order, each sum is the same.
void Tsne::order_shares() {
  constexpr std::array due{20, 60, 120, 250, 400, 700};
  if (shares_.ids.empty() || ordered_ == iteration_ ||
      barnes_hut_.order().size() != affinities_->count() ||
      std::find(due.begin(), due.end(), iteration_) == due.end()) {
    return;
  }
  ordered_ = iteration_;
  shares_ = short_shares(*affinities_, barnes_hut_.order());
}

// The attraction of the points at these places of the order.
void Tsne::pull(const Floats& places, std::size_t begin, std::size_t end) {
  for (std::size_t place = begin; place < end; ++place) {
    PointKernels::Push sum{};
    std::size_t row = place;
    if (shares_.ids.empty()) {
      sum = point_kernels().pull(pulls_of(*affinities_, places, row));
    } else {
      row = static_cast<std::size_t>(shares_.order[place]);
      const std::size_t first = shares_.starts[place];
      sum = point_kernels().pull_short({shares_.ids.data() + first, shares_.shares.data() + first,
                                        shares_.starts[place + 1] - first, places.data(),
                                        places[2 * place], places[2 * place + 1]});
      sum.x *= shares_.units[place];
      sum.y *= shares_.units[place];
    }
    pull_.x[row] = sum.x;
    pull_.y[row] = sum.y;
  }
}

// The attraction does not need the tree, so one thread builds it meanwhile.
void Tsne::forces_here(const Points& at) {
  constexpr std::size_t block = 128;
  const std::size_t n = at.count();
  order_shares();
  const Floats places = zipped(at, shares_.order);
  pull_.x.resize(n);
  pull_.y.resize(n);
  const int first = all_pairs(n) ? 0 : 1, blocks = static_cast<int>((n + block - 1) / block);
  parallel_for(first + blocks, affinities_->ids.size() * 8, [&](int i) {
    if (i < first) return barnes_hut_.sort(at);
    const std::size_t begin = static_cast<std::size_t>(i - first) * block;
    pull(places, begin, std::min(begin + block, n));
  });
  if (first == 0) {
    repel_all_pairs(at, repulsion_);
  } else {
    barnes_hut_.repel(repulsion_);
  }
}

void Tsne::gradient(const Points& at, double exaggeration, Points& out) {
  if (!forces_elsewhere(at)) forces_here(at);
  const std::size_t n = at.count();
  out.x.resize(n);
  out.y.resize(n);
  const auto pull = static_cast<float>(4 * exaggeration);
  const auto push = static_cast<float>(4 / std::max(repulsion_.z, min_z));
  for (std::size_t i = 0; i < n; ++i) {
    out.x[i] = pull * pull_.x[i] - push * repulsion_.push.x[i];
    out.y[i] = pull * pull_.y[i] - push * repulsion_.push.y[i];
  }
}

double Tsne::divergence() {
  synchronise();
  if (!forces_elsewhere(now_.at)) repel(now_.at);
  const std::size_t n = now_.at.count();
  const Floats places = zipped(now_.at);
  std::vector<double> rows_cost(n);
  const auto log_z = static_cast<float>(std::log(std::max(repulsion_.z, min_z)));
  parallel_for(static_cast<int>(n), affinities_->ids.size() * 16, [&](int i) {
    const auto row = static_cast<std::size_t>(i);
    rows_cost[row] =
        static_cast<double>(point_kernels().cost(pulls_of(*affinities_, places, row), log_z));
  });
  double sum = 0;
  for (const double cost : rows_cost) sum += cost;
  return std::max(0.0, sum);  // what is below is rounding, of shares that are matched
}

// One axis of a step: a gain grows while the gradient keeps its sign and shrinks when it turns
// (Jacobs 1988), as in the original's code.
static void descend(const Floats& gradient, float rate, float momentum, Floats& at, Floats& speed,
                    Floats& gains) {
  for (std::size_t i = 0; i < at.size(); ++i) {
    const bool turned = gradient[i] * speed[i] > 0;  // speed leads uphill
    gains[i] = std::max(turned ? gains[i] * 0.8F : gains[i] + 0.2F, 0.01F);
    speed[i] = momentum * speed[i] - rate * gains[i] * gradient[i];
    at[i] = std::clamp(at[i] + speed[i], -farthest, farthest);
  }
  double mean = 0;
#pragma omp simd reduction(+ : mean)
  for (std::size_t i = 0; i < at.size(); ++i) mean += static_cast<double>(at[i]);
  const auto middle = static_cast<float>(mean / static_cast<double>(at.size()));
  for (float& place : at) place -= middle;
}

TsneStride Tsne::stride() const {
  const bool early = iteration_ < settings_.exaggerated;
  return {static_cast<float>(settings_.learning_rate), iteration_ < 250 ? 0.5F : 0.8F,
          early ? static_cast<float>(settings_.exaggeration) : 1};
}

void Tsne::step_here() {
  const TsneStride next = stride();
  gradient(now_.at, static_cast<double>(next.exaggeration), gradient_);
  parallel_for(2, now_.at.count() * 16, [&](int axis) {
    const auto of = [&](Points& points) -> Floats& { return axis == 0 ? points.x : points.y; };
    descend(of(gradient_), next.rate, next.momentum, of(now_.at), of(now_.speed), of(now_.gains));
  });
  positioned_ = ++iteration_;
}

void Tsne::step() {
  if (moves_elsewhere_) {
    try {
      forces_->step(stride());
      ++iteration_;
      return;
    } catch (const DeviceError& error) {
      give_up(error);
    }
  }
  step_here();
}

}  // namespace glassformer
