#include "core/grad/released.h"

#include "core/tensor/memory_limit.h"

namespace glassformer {

namespace {

// It stands where a device's matrix would, and says that it cannot be read: the tape then computes
// the value again, as for a device that fails.
class Released : public DeviceMat {
 public:
  using DeviceMat::DeviceMat;
  void read(Mat&) const override { throw DeviceError("it was given back"); }
};

}  // namespace

void release(Tape& tape, Var var) {
  const Node& node = tape.node(var);
  if (node.op == nullptr || node.edited || !node.computed || node.computed->device) return;
  if (node.computed.use_count() > 1 || node.computed->kept.size() > 0) return;
  Computed& computed = *node.computed;
  const Shape shape = computed.host.shape();
  computed.device = std::make_shared<Released>(shape);
  computed.on_host = false;
  computed.host = Mat();
  take_memory(-static_cast<double>(shape.cells()) * sizeof(Real));
}

bool is_released(const Computed& computed) {
  return dynamic_cast<const Released*>(computed.device.get()) != nullptr;
}

}  // namespace glassformer
