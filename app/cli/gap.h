#pragma once

#include <cstdio>
#include <optional>

#include "core/tensor/error.h"

namespace glassformer {

// What another program measured. Where it fails, that is said on standard error, and its place in
// the table stays empty: what was measured besides is not lost.
template <class Run>
auto or_gap(const Run& run) -> std::optional<decltype(run())> {
  try {
    return run();
  } catch (const UserError& error) {
    std::fprintf(stderr, "glassformer: %s; its place in the table stays empty\n", error.what());
    return std::nullopt;
  }
}

}  // namespace glassformer
