#include "app/gpu/gpu_op.h"

#include <map>

namespace glassformer {

namespace {

std::map<std::string_view, const GpuOp*>& table() {
  static std::map<std::string_view, const GpuOp*> ops;
  return ops;
}

}  // namespace

RegisterGpuOp::RegisterGpuOp(const GpuOp& op) {
  table()[op.name] = &op;
}

const GpuOp* find_gpu_op(std::string_view name) {
  const auto found = table().find(name);
  return found == table().end() ? nullptr : found->second;
}

}  // namespace glassformer
