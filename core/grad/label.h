#pragma once

#include <functional>
#include <string>
#include <vector>

namespace glassformer {

// What the rows or the columns of a matrix are. `labels` may be empty: then they are numbered.
// `sequence` links axes that run over the same tokens: touch one token and all its rows and
// columns light up. −1: not tokens.
struct Axis {
  std::string name;  // "query", "key", "token", "d_model", "d_k"
  std::vector<std::string> labels;
  int sequence = -1;
};

// A row or a column in words: its label, or its number from 1.
std::string axis_label(const Axis& axis, int index);
// All of them, `count` in number.
std::vector<std::string> axis_labels(const Axis& axis, int count);

// What a tensor is in the attention equation. It decides the colour, everywhere the same.
enum class Role {
  plain,
  input,
  query,
  key,
  value,
  output,
  query_weight,
  key_weight,
  value_weight,
  output_weight,
  score,        // signed, before the softmax
  probability,  // 0 … 1, rows sum to 1
  mask,         // 1: may be seen, 0: hidden
  position,
  share,  // a probability among so many that even the largest may be small: its scale ends at that
};

// Where the cells of a matrix come from that no op made though they were worked out: a sentence for
// each of them.
using Origin = std::function<std::string(int row, int col)>;
// One sentence for all cells.
Origin all_cells(std::string sentence);

struct Label {
  std::string name;         // last part of the path: "scores"; the tape's scope is put before it
  std::string symbol = {};  // as the formula writes it: "QK^{T}", "W_{Q}"
  Role role = Role::plain;
  Axis rows = {};
  Axis cols = {};
  Origin origin = {};  // empty: an op made it, or it is given
};

}  // namespace glassformer
