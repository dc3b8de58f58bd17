#include "app/gpu/gpu_backend.h"

#include <mutex>
#include <unordered_map>

#include "app/gpu/adam.h"
#include "app/gpu/gpu_op.h"

namespace glassformer {

namespace {

class GpuBackend : public Backend, public AdamBackend {
 public:
  explicit GpuBackend(DevicePtr device) : device_(std::move(device)) {}

  DeviceMatPtr upload(const Mat& value) override { return device_->upload(value); }
  DeviceMatPtr zeros(Shape shape) override { return device_->zeros(shape); }
  DeviceMatPtr weight(const LeafPtr& leaf) override;

  DeviceMatPtr forward(const Tape& tape, const Node& node, Shape shape) override {
    const GpuOp* op = find_gpu_op(node.op->name);
    if (op == nullptr) return nullptr;
    const Device::Turn turn(*device_);
    GpuMatPtr to = device_->make(shape);
    op->forward(*device_, tape, node, *to);
    return to;
  }

  bool backward(Tape& tape, const Node& node, const DeviceMat& grad) override {
    const GpuOp* op = find_gpu_op(node.op->name);
    // A node that the CPU computed, or whose cells were set by hand, has no result here.
    if (op == nullptr || !node.device_value) return false;
    const Device::Turn turn(*device_);
    op->backward(*device_, tape, node, static_cast<const GpuMat&>(grad));
    return true;
  }

  std::unique_ptr<DeviceAdam> make_adam(const Params& params, const Adam& adam) override {
    return make_gpu_adam(device_, params, adam,
                         [this](const LeafPtr& leaf) { return weight(leaf); });
  }

  const DevicePtr& device() const { return device_; }
  void finish() override { device_->finish(); }
  void begin() override { turns_.push_back(std::make_unique<Device::Turn>(*device_)); }
  void end() noexcept override { turns_.pop_back(); }

 private:
  struct Uploaded {
    std::weak_ptr<const Leaf> leaf;
    std::uint64_t stamp = 0;
    DeviceMatPtr mat;
  };
  DevicePtr device_;
  std::mutex mutex_;
  std::unordered_map<const Leaf*, Uploaded> weights_;
  std::vector<std::unique_ptr<Device::Turn>> turns_;  // of the thread whose turn it is
};

DeviceMatPtr GpuBackend::weight(const LeafPtr& leaf) {
  const std::lock_guard lock(mutex_);
  const auto found = weights_.find(leaf.get());
  const bool known = found != weights_.end() && found->second.stamp == leaf->stamp &&
                     !found->second.leaf.expired();
  if (known) return found->second.mat;
  std::erase_if(weights_, [](const auto& entry) { return entry.second.leaf.expired(); });
  DeviceMatPtr mat = device_->upload(leaf->value);
  weights_[leaf.get()] = {leaf, leaf->stamp, mat};
  return mat;
}

}  // namespace

DevicePtr device_of(const Backend* backend) {
  const auto* const on_card = dynamic_cast<const GpuBackend*>(backend);
  return on_card == nullptr ? nullptr : on_card->device();
}

std::shared_ptr<Backend> make_gpu_backend(DevicePtr device) {
  return std::make_shared<GpuBackend>(std::move(device));
}

}  // namespace glassformer
