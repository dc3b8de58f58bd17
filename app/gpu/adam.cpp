#include "app/gpu/adam.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/gpu/cells.h"
#include "app/gpu/combine.h"

namespace glassformer {

namespace {

// Of gradient_sum.comp: each thread has four packs of cells or more. Groups leave a number each.
constexpr int own_cells = 128 * 16, max_groups = 1024;

int groups_of(const RowBlock& rows) {
  return std::min(max_groups, groups_for(rows.cells, own_cells));
}

class GpuAdam : public DeviceAdam {
 public:
  GpuAdam(DevicePtr device, const Params& params, const Adam& adam,
          std::function<DeviceMatPtr(const LeafPtr&)> weight)
      : device_(std::move(device)),
        params_(params),
        settings_(adam.settings()),
        steps_(adam.steps),
        weight_(std::move(weight)),
        loss_(device_->make({1, 1})),
        length_(device_->zeros({1, 1})),
        measured_(device_->make({static_cast<int>(max_waiting), 2})) {
    std::size_t bytes = 0;
    for (int i = 0; i < params.size(); ++i) {
      const auto which = static_cast<std::size_t>(i);
      first_.push_back(device_->upload(adam.first[which]));
      second_.push_back(device_->upload(adam.second[which]));
      sums_.push_back(device_->make(params.value(i).shape()));
      for (const RowBlock& rows : row_blocks(*device_, sums_.back()->shape())) {
        const std::size_t own = static_cast<std::size_t>(groups_of(rows)) * sizeof(float);
        parts_.push_back({0, bytes, own});
        bytes += (own + device_->alignment() - 1) / device_->alignment() * device_->alignment();
      }
    }
    squares_ = device_->zeros({1, static_cast<int>(bytes / sizeof(float))});
    for (Binding& part : parts_) part.name = squares_->name();
  }

  void step(std::span<const DeviceMat* const> losses, const Gradient& gradient,
            double rate) override;
  std::vector<Measured> measured() override;
  void read(Params& params, Adam& adam) const override;

 private:
  void add_up(std::span<const DeviceMat* const> losses, const Gradient& gradient);
  void move(double rate);

  DevicePtr device_;
  const Params& params_;
  AdamSettings settings_;
  std::int64_t steps_;
  int waiting_ = 0;  // of them, what nobody has asked for
  std::function<DeviceMatPtr(const LeafPtr&)> weight_;
  std::vector<GpuMatPtr> first_, second_, sums_;  // of each parameter
  GpuMatPtr squares_, loss_, length_, measured_;
  // Of squares_, one for each block of each parameter: each begins where a binding may, so that no
  // dispatch waits for the others.
  std::vector<Binding> parts_;
};

void GpuAdam::add_up(std::span<const DeviceMat* const> losses, const Gradient& gradient) {
  const auto shards = static_cast<int>(losses.size());
  auto parts = parts_.begin();  // of this parameter
  for (std::size_t i = 0; i < sums_.size(); ++i) {
    const std::vector<RowBlock> blocks = row_blocks(*device_, sums_[i]->shape());
    for (int shard = 0; shard < shards; ++shard) {
      const DeviceMat& own = gradient(shard, static_cast<int>(i));
      std::string defines = packed(own.shape().cols);
      if (shard == 0) defines += "#define FIRST\n";
      if (shard + 1 == shards) defines += "#define LAST\n";
      auto part = parts;
      for (const RowBlock& rows : blocks) {
        std::vector<Binding> buffers{rows.of(*device_, own), rows.of(*device_, *sums_[i])};
        if (shard + 1 == shards) buffers.push_back(*part++);
        device_->run({"gradient_sum.comp", defines}, buffers, {rows.cells}, {},
                     {groups_of(rows), 1, 1});
      }
    }
    parts += static_cast<std::ptrdiff_t>(blocks.size());
  }
  for (const DeviceMat* loss : losses) {
    const auto& own = static_cast<const GpuMat&>(*loss);
    combine(*device_, {.f = "a", .a = own, .b = own, .c = *loss_, .add = loss != losses.front()});
  }
  device_->run({"gradient_length.comp", {}},
               {device_->whole(*squares_), device_->whole(*loss_), device_->whole(*length_),
                device_->whole(*measured_)},
               {squares_->shape().cols, waiting_}, {}, {});
}

void GpuAdam::move(double rate) {
  const auto t = static_cast<double>(steps_ + 1);
  const auto stride = static_cast<float>(rate / (1 - std::pow(settings_.beta_1, t)));
  const auto unbias = static_cast<float>(1 / std::sqrt(1 - std::pow(settings_.beta_2, t)));
  for (std::size_t i = 0; i < sums_.size(); ++i) {
    const DeviceMatPtr weights = weight_(params_.leaf(static_cast<int>(i)));
    for (const RowBlock& rows : row_blocks(*device_, weights->shape())) {
      device_->run(
          {"adam.comp", packed(weights->shape().cols)},
          {rows.of(*device_, *sums_[i]), device_->whole(*length_), rows.of(*device_, *weights),
           rows.of(*device_, *first_[i]), rows.of(*device_, *second_[i])},
          {rows.cells},
          {static_cast<float>(settings_.beta_1), static_cast<float>(settings_.beta_2), stride,
           unbias, static_cast<float>(settings_.epsilon), static_cast<float>(settings_.clip)},
          rows.groups());
    }
  }
}

void GpuAdam::step(std::span<const DeviceMat* const> losses, const Gradient& gradient,
                   double rate) {
  const Device::Turn turn(*device_);
  add_up(losses, gradient);
  move(rate);
  ++steps_;
  ++waiting_;
}

std::vector<DeviceAdam::Measured> GpuAdam::measured() {
  const Device::Turn turn(*device_);
  Mat numbers;
  measured_->read(numbers);
  std::vector<Measured> all;
  for (int i = 0; i < waiting_; ++i) {
    all.push_back({numbers(i, 0), numbers(i, 1)});
    if (all.back().finite()) continue;
    steps_ -= waiting_ - i;
    device_->fill_zero(*length_);
    break;
  }
  waiting_ = 0;
  return all;
}

void GpuAdam::read(Params& params, Adam& adam) const {
  const Device::Turn turn(*device_);
  std::vector<Mat> weights(sums_.size()), first = weights, second = weights;
  for (std::size_t i = 0; i < sums_.size(); ++i) {
    weight_(params_.leaf(static_cast<int>(i)))->read(weights[i]);
    first_[i]->read(first[i]);
    second_[i]->read(second[i]);
  }
  // All of it is here: nothing is half done.
  for (int i = 0; i < params.size(); ++i) {
    params.value(i) = std::move(weights[static_cast<std::size_t>(i)]);
  }
  adam.first = std::move(first);
  adam.second = std::move(second);
  adam.steps = steps_;
}

}  // namespace

std::unique_ptr<DeviceAdam> make_gpu_adam(DevicePtr device, const Params& params, const Adam& adam,
                                          std::function<DeviceMatPtr(const LeafPtr&)> weight) {
  return std::make_unique<GpuAdam>(std::move(device), params, adam, std::move(weight));
}

}  // namespace glassformer
