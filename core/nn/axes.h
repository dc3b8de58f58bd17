#pragma once

#include <string>
#include <utility>

#include "core/grad/label.h"

namespace glassformer {

// An axis without labels: its rows or columns are numbered.
inline Axis numbered(std::string name) {
  return {std::move(name), {}, -1};
}

// The same tokens under another name: the tokens of a sentence as queries, as keys.
inline Axis as(std::string name, const Axis& tokens) {
  return {std::move(name), tokens.labels, tokens.sequence};
}

}  // namespace glassformer
