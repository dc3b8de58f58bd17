#pragma once

#include <span>
#include <string>

#include "core/grad/tape.h"

// A trace as text for other programs. Numbers are the shortest decimals that read back as the same
// 32-bit number.
namespace glassformer {

// {"lesson": ID, "nodes": {PATH: {"shape": [r, c], "axes": [rows, cols], "rows": [labels],
// "cols": [labels], "values": [[…]], "grad": [[…]]}}}. Infinities and nan, which JSON lacks, are
// the texts "inf", "-inf" and "nan". "grad" only with `with_grad`; zeros where no gradient arrived.
std::string trace_json(const std::string& lesson, const Tape& tape, std::span<const Var> nodes,
                       bool with_grad);

// A header of column labels behind one empty cell, then a line for each row, its label
// first; quoted as in RFC 4180. `values` has the shape of the node.
std::string trace_csv(const Node& node, const Mat& values);

}  // namespace glassformer
