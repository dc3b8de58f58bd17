#pragma once

#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "app/session/session.h"
#include "app/widgets/matrix.h"

namespace glassformer {

// What lights up when something is touched: the cells that made a cell, all rows and columns of a
// token, all of a tensor.
struct Highlight {
  Target target;
  Explanation explanation;                // of the touched cell
  std::map<int, std::vector<Place>> lit;  // node index → cells
  bool empty() const { return target.kind == Target::Kind::none; }
  // The node takes no part in what is touched.
  bool fades(const Run& run, Var var) const;
};
Highlight highlight_of(const Run& run, const Target& target);

// The pointer is on this word, or on a cell of a row or a column with its name.
bool is_under_pointer(const Session& session, const std::string& word);

// The cells of a node, wherever they lie. They live as long as the run.
MatrixValues cells_of(const Run& run, Var var);

// The spec of a node's matrix as the session has it now: values, labels, what is lit, edited,
// hidden, and what has just changed. The pointers live as long as the runs.
MatrixSpec matrix_spec(const Session& session, const Run& run, const Run* before, Var var,
                       bool transposed, const Highlight& highlight, double now);

// How long a changed cell flashes, seconds.
inline constexpr double kFlashSeconds = 0.9;

}  // namespace glassformer
