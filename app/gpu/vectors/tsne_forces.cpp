#include "app/gpu/vectors/tsne_forces.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "app/gpu/combine.h"
#include "app/gpu/sums.h"
#include "app/gpu/vectors/row_matrix.h"

namespace glassformer {

namespace {

constexpr int kPushGroup = 128, kPullGroup = 64;  // threads, as the shaders have them
constexpr int kWantedThreads = 1 << 17;           // that keep a large card busy
// Points that one thread is held against: Mesa's software renderer leaves the loops of a thread
// that has gone round 65,535 times.
constexpr std::size_t kMaxOfPart = 1 << 15;
constexpr int kStepsAhead = 8;  // that may wait in the card's queue
constexpr int kNumbers = 5;     // of a force: push, Σ q, pull
const Kernel push_kernel{"tsne_push.comp", ""}, pull_kernel{"tsne_pull.comp", ""};

class ForcesOnCard : public TsneForces {
 public:
  explicit ForcesOnCard(DevicePtr device) : device_(std::move(device)) {}

  void begin(const Affinities& affinities) override {
    count_ = static_cast<int>(affinities.count());
    if (affinities.ids.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
      throw DeviceError(
          "So many neighbours do not fit the graphics card; the CPU computes instead.");
    }
    for (std::size_t i = 0; i < affinities.count(); ++i) {
      if (affinities.starts[i + 1] - affinities.starts[i] <= kMaxOfPart) continue;
      throw DeviceError(fmt::format(
          "A point is near to {} others, more than the graphics card adds up; the CPU computes "
          "instead.",
          affinities.starts[i + 1] - affinities.starts[i]));
    }
    const std::vector<int> starts(affinities.starts.begin(), affinities.starts.end());
    starts_ = device_->upload(starts);
    ids_ = device_->upload(affinities.ids);
    const auto entries = static_cast<int>(affinities.p.size());
    p_ = device_->upload({entries, 1}, affinities.p);
    // Few points: each against several parts of the others at the same time.
    const int tiles = groups_for(count_, kPushGroup);
    const int min_parts = groups_for(count_, static_cast<int>(kMaxOfPart));
    const int wanted = std::clamp(kWantedThreads / (tiles * kPushGroup), min_parts, tiles);
    per_part_ = groups_for(tiles, wanted) * kPushGroup;
    part_count_ = groups_for(count_, per_part_);
    parts_ = device_->make({part_count_ * count_, 4});
    forces_ = device_->make({count_, kNumbers});
    device_->whole(*p_);  // throws if it is too large, before anything is computed
    device_->whole(*parts_);
    device_->finish();
  }

  void compute(const Points& points, Repulsion& repulsion, Points& pull) override {
    const Device::Turn turn(*device_);
    work_out(*upload_points(points));
    std::vector<float> numbers(forces_->shape().cells());
    device_->read(forces_->name(), numbers);
    hand_out(numbers, repulsion, pull);
  }

  bool take(const TsneState& state) override {
    const Device::Turn turn(*device_);
    at_ = upload_points(state.at);
    speed_ = upload_points(state.speed);
    gains_ = upload_points(state.gains);
    total_ = device_->make({1, kNumbers});
    middle_ = device_->make({1, 2});
    device_->finish();
    return true;
  }

  void step(const TsneStride& stride) override {
    const Device::Turn turn(*device_);
    work_out(*at_);
    sum_columns(*device_, {.a = *forces_, .to = *total_});
    device_->run({"tsne_move.comp", ""},
                 {device_->whole(*forces_), device_->whole(*total_), device_->whole(*at_),
                  device_->whole(*speed_), device_->whole(*gains_)},
                 {count_}, {stride.rate, stride.momentum, stride.exaggeration},
                 {groups_for(count_, kPullGroup)});
    sum_columns(*device_, {.a = *at_, .to = *middle_, .factor = 1.0F / static_cast<float>(count_)});
    combine(*device_,
            {.f = "a - b", .a = *at_, .b = *middle_, .c = *at_, .b_of = Combine::Of::row});
    if (++steps_ % kStepsAhead == 0) device_->finish();
  }

  void bring(TsneState& state) override {
    const Device::Turn turn(*device_);
    bring(*at_, state.at);
    bring(*speed_, state.speed);
    bring(*gains_, state.gains);
  }

  DeviceMatPtr places() override {
    const Device::Turn turn(*device_);
    GpuMatPtr copy = device_->make(at_->shape());
    combine(*device_, {.f = "a", .a = *at_, .b = *at_, .c = *copy});
    device_->finish();  // another context will draw it
    return copy;
  }

 private:
  GpuMatPtr upload_points(const Points& points) const {
    std::vector<float> numbers(2 * points.count());
    for (std::size_t i = 0; i < points.count(); ++i) {
      numbers[2 * i] = points.x[i];
      numbers[2 * i + 1] = points.y[i];
    }
    return device_->upload({count_, 2}, numbers);
  }

  void bring(const GpuMat& from, Points& to) const {
    std::vector<float> numbers(from.shape().cells());
    device_->read(from.name(), numbers);
    for (std::size_t i = 0; i < to.count(); ++i) {
      to.x[i] = numbers[2 * i];
      to.y[i] = numbers[2 * i + 1];
    }
  }

  // Of points that lie there: what pushes and pulls each of them.
  void work_out(const GpuMat& places) const {
    const auto ints = [](const GpuBuffer& buffer, std::size_t count) {
      return Binding{buffer.name(), 0, count * sizeof(int)};
    };
    device_->run(push_kernel, {device_->whole(places), device_->whole(*parts_)},
                 {count_, per_part_}, {}, {groups_for(count_, kPushGroup), part_count_});
    device_->run(pull_kernel,
                 {device_->whole(places), device_->whole(*parts_),
                  ints(*starts_, static_cast<std::size_t>(count_) + 1),
                  ints(*ids_, p_->shape().cells()), device_->whole(*p_), device_->whole(*forces_)},
                 {count_, part_count_}, {}, {groups_for(count_, kPullGroup)});
  }

  static void hand_out(const std::vector<float>& numbers, Repulsion& repulsion, Points& pull) {
    const std::size_t n = numbers.size() / kNumbers;
    for (Floats* const axis : {&repulsion.push.x, &repulsion.push.y, &pull.x, &pull.y}) {
      axis->resize(n);
    }
    repulsion.z = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const float* const of_point = numbers.data() + kNumbers * i;
      repulsion.push.x[i] = of_point[0];
      repulsion.push.y[i] = of_point[1];
      repulsion.z += static_cast<double>(of_point[2]);
      pull.x[i] = of_point[3];
      pull.y[i] = of_point[4];
    }
  }

  const DevicePtr device_;
  int count_ = 0, per_part_ = 0, part_count_ = 0;
  int steps_ = 0;
  std::shared_ptr<GpuBuffer> starts_, ids_;
  GpuMatPtr p_, parts_, forces_;
  GpuMatPtr at_, speed_, gains_;  // of the points that are moved here
  GpuMatPtr total_, middle_;
};

}  // namespace

TsneForcesPtr make_tsne_forces_on_card(DevicePtr device) {
  return std::make_shared<ForcesOnCard>(std::move(device));
}

}  // namespace glassformer
