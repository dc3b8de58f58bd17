#pragma once

namespace glassformer {

// A handle of a node on a tape. An empty Var stands for "there is none".
struct Var {
  int index = -1;
  explicit operator bool() const { return index >= 0; }
  bool operator==(const Var&) const = default;
};

}  // namespace glassformer
