#include "app/gpu/gpu_backend.h"

#include <mutex>
#include <unordered_map>

#include "app/gpu/adam.h"
#include "app/gpu/fusion.h"
#include "app/gpu/gpu_op.h"
#include "core/grad/released.h"

namespace glassformer {

namespace {

class GpuBackend : public Backend, public AdamBackend {
 public:
  GpuBackend(DevicePtr device, bool fuses) : device_(std::move(device)), fuses_(fuses) {}

  DeviceMatPtr upload(const Mat& value) override { return device_->upload(value); }
  // Of a gradient: the first that adds to it may write it instead.
  DeviceMatPtr zeros(Shape shape) override {
    GpuMatPtr mat = device_->make(shape);
    mat->defer_zeros();
    return mat;
  }
  DeviceMatPtr weight(const LeafPtr& leaf) override;

  DeviceMatPtr forward(const Tape& tape, const Node& node, Shape shape) override {
    const GpuOp* op = find_gpu_op(node.op->name);
    if (op == nullptr) return nullptr;
    const Device::Turn turn(*device_);
    GpuMatPtr to = device_->make(shape);
    if (!in_pass() || !fusion_.forward(*device_, tape, node, to)) {
      op->forward(*device_, tape, node, *to);
    }
    return to;
  }

  bool backward(Tape& tape, const Node& node, const DeviceMat& grad) override {
    const GpuOp* op = find_gpu_op(node.op->name);
    if (op == nullptr || !node.computed->device || is_released(*node.computed))
      return false;  // the CPU computed it
    const Device::Turn turn(*device_);
    const auto& own = static_cast<const GpuMat&>(grad);
    if (!in_pass() || !fusion_.backward(*device_, tape, node, own)) {
      op->backward(*device_, tape, node, own);
    }
    return true;
  }

  std::unique_ptr<DeviceAdam> make_adam(const Params& params, const Adam& adam) override {
    return make_gpu_adam(device_, params, adam, [this](const LeafPtr& leaf) {
      fusion_.settle();  // before weights move
      return weight(leaf);
    });
  }

  const DevicePtr& device() const { return device_; }
  void finish() override {
    const Device::Turn turn(*device_);
    fusion_.settle();
    device_->finish();
  }
  void begin() override { turns_.push_back(std::make_unique<Device::Turn>(*device_)); }
  void end() noexcept override {
    try {
      fusion_.settle();
    } catch (const DeviceError&) {  // whoever reads the sum will be told
    }
    // It dies last, as it lets the next thread in, which writes into turns_.
    const std::unique_ptr<Device::Turn> last = std::move(turns_.back());
    turns_.pop_back();
  }

 private:
  // Only then nobody else dispatches between two ops.
  bool in_pass() const { return fuses_ && !turns_.empty(); }
  struct Uploaded {
    std::weak_ptr<const Leaf> leaf;
    std::uint64_t stamp = 0;
    GpuMatPtr mat;
  };
  DevicePtr device_;
  bool fuses_;
  Fusion fusion_;
  std::mutex mutex_;
  std::unordered_map<const Leaf*, Uploaded> weights_;
  std::vector<std::unique_ptr<Device::Turn>> turns_;  // of the thread whose turn it is
};

DeviceMatPtr GpuBackend::weight(const LeafPtr& leaf) {
  const std::lock_guard lock(mutex_);
  const auto found = weights_.find(leaf.get());
  const bool known = found != weights_.end() && found->second.stamp == leaf->stamp &&
                     !found->second.leaf.expired() && found->second.mat->is_trusted();
  if (known) return found->second.mat;
  std::erase_if(weights_, [](const auto& entry) { return entry.second.leaf.expired(); });
  GpuMatPtr mat = device_->upload(leaf->value);
  weights_[leaf.get()] = {leaf, leaf->stamp, mat};
  return mat;
}

}  // namespace

DevicePtr device_of(const Backend* backend) {
  const auto* const on_card = dynamic_cast<const GpuBackend*>(backend);
  return on_card == nullptr ? nullptr : on_card->device();
}

std::shared_ptr<Backend> make_gpu_backend(DevicePtr device, bool fuses) {
  return std::make_shared<GpuBackend>(std::move(device), fuses);
}

}  // namespace glassformer
