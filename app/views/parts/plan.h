#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/session.h"
#include "core/scenes/run.h"

namespace glassformer {

// The computation as a line of print: [X] × [W_Q] = [Q], or [S] —softmax→ [A]. Worked out from the
// tape alone, so a new model needs no layout of its own.
struct Item {
  std::string before;  // markup of the sign in front of the matrix: "\\times", "="
  bool arrow = false;  // `before` stands above an arrow
  Var var;
  bool transposed = false;
};

struct Equation {
  std::string scope;  // "head.1", "gaussian"; empty outside of any
  std::vector<Item> items;
  Var result;  // what the last item is
};

// Numbered scopes such as head.1, head.2 … or loop.1, loop.2 … repeat one picture; only number
// `chosen` (from 0) of each is laid out.
std::vector<Equation> plan(const Run& run, int chosen);

}  // namespace glassformer
