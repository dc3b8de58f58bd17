#include "core/grad/op.h"

#include <algorithm>

#include "core/grad/writes_all.h"

namespace glassformer {

namespace {

std::vector<const Op*>& table() {
  static std::vector<const Op*> ops;  // filled before main, in any order; kept sorted
  return ops;
}

std::vector<const Op*>& writing_all() {
  static std::vector<const Op*> ops;
  return ops;
}

}  // namespace

WritesAll::WritesAll(const Op& op) {
  writing_all().push_back(&op);
}

bool writes_all(const Op& op) {
  return std::ranges::find(writing_all(), &op) != writing_all().end();
}

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
