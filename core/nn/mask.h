#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/tensor/mat.h"

namespace glassformer {

// Which keys a query may see: [queries, keys], 1 = visible, 0 = hidden.
struct MaskSpec {
  enum class Kind {
    none,     // every key
    causal,   // key j ≤ query i: no look into the future (Vaswani et al. 2017, §3.2.3)
    padding,  // all but the last `padding` keys, which only fill up the sentence
    window,   // |i − j| ≤ window (restricted self-attention, Vaswani et al. 2017, §4)
  };
  Kind kind = Kind::none;
  int padding = 1;
  int window = 1;
};

Mat make_mask(const MaskSpec& spec, Shape shape);

// "none", "causal", "padding", "window", in this order.
const std::vector<std::string>& mask_names();
MaskSpec::Kind mask_kind(std::string_view name);  // one of mask_names(); else UserError

}  // namespace glassformer
