#include "core/grad/op.h"

#include <algorithm>

namespace glassformer {

namespace {

std::vector<const Op*>& table() {
  static std::vector<const Op*> ops;  // filled before main, in any order; kept sorted
  return ops;
}

}  // namespace

RegisterOp::RegisterOp(const Op& op) {
  auto& ops = table();
  const auto place = std::lower_bound(ops.begin(), ops.end(), &op,
                                      [](const Op* a, const Op* b) { return a->name < b->name; });
  ops.insert(place, &op);
}

std::span<const Op* const> all_ops() {
  return table();
}

const Op* find_op(std::string_view name) {
  for (const Op* op : all_ops()) {
    if (op->name == name) return op;
  }
  return nullptr;
}

}  // namespace glassformer
