#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/grad/tape.h"

namespace glassformer {

class Session;

// What is under the pointer, wherever it is drawn.
struct Target {
  enum class Kind { none, cell, tensor, token };
  Kind kind = Kind::none;
  std::string path;  // cell, tensor
  int row = 0;       // cell
  int col = 0;
  int sequence = 0;  // token
  int token = 0;
  // What it is a picture of besides: the rows and columns with this name light up everywhere.
  std::string word = {};
  bool operator==(const Target&) const = default;
};

// The cell of a node. Of an empty Var it is no target.
Target cell_of(const Tape& tape, Var var, int row, int col);
// Whether what is under the pointer, or chosen, is of this node.
bool is_of(const Target& target, const Tape& tape, Var var);

// A step's focus for the head that is laid out: head.1.q stands for head.3.q when head 3 is shown.
std::string focus_path(const Session& session, int step);
// The matrix that the session's step is about. Where an option left it out of the run, that of the
// last step before whose matrix is there; none for a step that is about no matrix.
Var stage_focus(const Session& session);

// The matrix that the step itself names; empty if the run lacks it, or the step names none.
Var step_focus(const Session& session);

// The number of a repeated scope in a path, from 0: "head.3.weights" → 2.
std::optional<int> repeated_scope(std::string_view path);

}  // namespace glassformer
