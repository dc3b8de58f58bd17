#include "core/nn/mask.h"

#include <algorithm>
#include <cstdlib>

#include "core/tensor/error.h"

namespace glassformer {

namespace {

bool visible(const MaskSpec& spec, Shape shape, int query, int key) {
  switch (spec.kind) {
    case MaskSpec::Kind::none:
      return true;
    case MaskSpec::Kind::causal:
      return key <= query;
    case MaskSpec::Kind::padding:
      return key < shape.cols - spec.padding;
    case MaskSpec::Kind::window:
      return std::abs(query - key) <= spec.window;
  }
  return true;
}

}  // namespace

Mat make_mask(const MaskSpec& spec, Shape shape) {
  Mat mask(shape, 1);
  if (spec.kind == MaskSpec::Kind::none) return mask;
  for (int r = 0; r < shape.rows; ++r) {
    for (int c = 0; c < shape.cols; ++c) mask(r, c) = visible(spec, shape, r, c) ? 1 : 0;
  }
  return mask;
}

const std::vector<std::string>& mask_names() {
  static const std::vector<std::string> names{"none", "causal", "padding", "window"};
  return names;
}

MaskSpec::Kind mask_kind(std::string_view name) {
  const auto& names = mask_names();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) {
    throw UserError("there is no mask \"" + std::string(name) +
                    "\"; it is one of none, causal, padding, window");
  }
  return static_cast<MaskSpec::Kind>(found - names.begin());
}

}  // namespace glassformer
