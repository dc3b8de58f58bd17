#pragma once

#include "core/kernels/lanes.h"

// What a core can multiply and add at the most, for vectors of one width.
namespace glassformer {

namespace {

constexpr int roof_sums = 12;  // enough that none has to wait for the one before

Real multiply_and_add(int steps) {
  Lanes values[roof_sums];
  for (int k = 0; k < roof_sums; ++k) values[k] = Lanes{} + static_cast<Real>(k + 1);
  const Lanes factor = Lanes{} + static_cast<Real>(0.999);
  const Lanes added = Lanes{} + static_cast<Real>(0.001);
  for (int step = 0; step < steps; ++step) {
    for (int k = 0; k < roof_sums; ++k) values[k] = values[k] * factor + added;
  }
  Lanes all{};
  for (const Lanes& value : values) all += value;
  return sum_of(all);
}

}  // namespace

}  // namespace glassformer
