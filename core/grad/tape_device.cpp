// Where the values and gradients of a tape lie, on the host or on its device, and how they get from
// one to the other. If the device fails, the tape goes on with the CPU: it computes again what can
// no longer be read.
#include <atomic>
#include <mutex>
#include <utility>

#include "core/grad/released.h"
#include "core/grad/tape.h"

namespace glassformer {

namespace {

// Two threads may be the first to read a value. Nobody waits for a device while he holds it: that
// one may be busy with a pass that wants to read a value itself.
std::mutex& fetching() {
  static std::mutex mutex;
  return mutex;
}

bool holds(bool& flag) {
  return std::atomic_ref(flag).load(std::memory_order_acquire);
}

bool lies_there(const Computed& computed) {
  return computed.device && !is_released(computed);
}

void raise(bool& flag) {
  std::atomic_ref(flag).store(true, std::memory_order_release);
}

}  // namespace

Shape Tape::shape(Var var) const {
  const Node& n = node(var);
  if (n.leaf) return n.leaf->value.shape();
  return n.computed->device ? n.computed->device->shape() : n.computed->host.shape();
}

const Mat& Tape::value(Var var) const {
  const Node& n = node(var);
  return n.edited ? *n.edited : computed(var);
}

const Mat& Tape::computed(Var var) const {
  const Node& n = node(var);
  if (n.leaf) return n.leaf->value;
  if (!holds(n.computed->on_host)) fetch_computed(var);
  return n.computed->host;
}

DeviceMatPtr Tape::on_card(Var var) const {
  const Node& n = node(var);
  if (n.leaf && !n.edited) return nullptr;
  return !n.edited && lies_there(*n.computed) ? n.computed->device : n.uploaded;
}

void Tape::fetch_computed(Var var) const {
  Node& n = at(var);
  Mat fetched;
  try {
    n.computed->device->read(fetched);
  } catch (const DeviceError&) {
    if (n.op == nullptr) throw;  // carried from an earlier tape: nothing here can make it again
    bring_inputs(n);
  }
  const std::lock_guard lock(fetching());
  if (holds(n.computed->on_host)) return;
  if (fetched.empty()) {  // the device fails: once more, here
    n.computed->host.reset(n.computed->device->shape());
    n.op->forward(*this, n);
  } else {
    n.computed->host = std::move(fetched);
  }
  raise(n.computed->on_host);
}

Mat& Tape::grad(Var var) {
  if (at(var).device_grad) {
    fetch_grad(var);
    at(var).device_grad.reset();  // what is added here is not there
  }
  Node& n = at(var);
  if (!n.grad_on_host || n.grad.shape() != shape(var)) clear_grad(n, shape(var));
  n.grad_rows.set_all();
  n.grad_on_host = true;
  return n.grad;
}

Mat& Tape::grad_of_rows(Var var, std::span<const int> rows) {
  Node& n = at(var);
  if (n.device_grad || (n.grad_on_host && n.grad_rows.all())) return grad(var);
  if (!n.grad_on_host) {
    clear_grad(n, shape(var));
    n.grad_rows.begin(n.grad.rows());
    n.grad_on_host = true;
  }
  for (const int row : rows) n.grad_rows.add(row);
  return n.grad;
}

void Tape::clear_grad(Node& n, Shape shape) {
  try {
    n.grad_rows.clear(n.grad, shape);
  } catch (...) {
    n.grad = Mat();  // and not of a shape that it has no cells for
    throw;
  }
}

const Mat& Tape::grad(Var var) const {
  static const Mat none;
  Node& n = at(var);
  if (n.device_grad) fetch_grad(var);
  return holds(n.grad_on_host) ? n.grad : none;
}

void Tape::fetch_grad(Var var) const {
  Node& n = at(var);
  if (holds(n.grad_on_host)) return;
  Mat fetched;
  try {
    n.device_grad->read(fetched);
  } catch (const DeviceError&) {
    return take_over_gradients();
  }
  const std::lock_guard lock(fetching());
  if (holds(n.grad_on_host)) return;
  n.grad = std::move(fetched);
  n.grad_rows.set_all();
  raise(n.grad_on_host);
}

// Goes back once more, on the CPU.
void Tape::take_over_gradients() const {
  Tape again = *this;
  again.backend_.reset();
  again.walk_back(backward_from_, backward_seed_);
  const std::lock_guard lock(fetching());
  for (int i = 0; i < count_; ++i) {
    Node& n = nodes_[static_cast<std::size_t>(i)];
    if (!n.device_grad || holds(n.grad_on_host)) continue;
    if (Node& other = again.at(Var{i}); other.grad_on_host) {
      n.grad = std::move(other.grad);
      n.grad_rows.set_all();
      raise(n.grad_on_host);
    }
  }
}

bool Tape::has_grad(Var var) const {
  const Node& n = node(var);
  return n.device_grad || (n.grad_on_host && !n.grad.empty());
}

const DeviceMatPtr& Tape::device_value(Var var) const {
  Node& n = at(var);
  if (!n.edited && n.computed && lies_there(*n.computed)) return n.computed->device;
  if (!n.uploaded) {
    n.uploaded = n.leaf && !n.edited ? backend_->weight(n.leaf) : backend_->upload(value(var));
  }
  return n.uploaded;
}

DeviceMat& Tape::device_grad(Var var) {
  Node& n = at(var);
  if (!n.device_grad) {
    n.device_grad = has_grad(var) ? backend_->upload(n.grad) : backend_->zeros(shape(var));
  }
  n.grad_on_host = false;
  return *n.device_grad;
}

bool Tape::compute_on_device(Node& node, Shape shape) {
  if (!backend_ || shape.cells() == 0) return false;
  DeviceMatPtr made;
  try {
    made = backend_->forward(*this, node, shape);
  } catch (const DeviceError& error) {
    leave_device(error);
  }
  if (!made) {
    bring_inputs(node);
    return false;
  }
  node.computed->device = std::move(made);
  node.computed->on_host = false;
  return true;
}

// To the host, before the threads of an op ask for them.
void Tape::bring_inputs(const Node& node) const {
  for (const Var input : node.inputs) value(input);
}

void Tape::leave_device(const DeviceError& error) {
  device_failure_ = error.what();
  backend_.reset();
}

}  // namespace glassformer
