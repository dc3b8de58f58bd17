#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/grad/tape.h"

// The arithmetic of one cell as a formula in the symbols of its lesson: "o_{12} = \sum_{j} a_{1j}
// v_{j2}", in the LaTeX subset that docs/files.md lists. Rows and columns count from 1. What has no
// name of its own is written as what it is made of.
namespace glassformer {

// A row or a column of a cell: its number, from 0, or the letter of a sum and what is added to it.
struct Index {
  Index(int number) : at(number) {}
  explicit Index(std::string name) : letter(std::move(name)) {}
  Index operator+(int more) const;
  std::string text() const;  // from 1: "3", "j", "j+2"
  bool is_number() const { return letter.empty(); }

  int at = 0;
  std::string letter;
};

// The right-hand side of "o_{12} = …".
struct Law {
  std::string text;     // empty: there is only the op's general formula
  bool is_sum = false;  // in a product it needs brackets
};

// Whether a node is given and all zeros: the origin, from which a distance is a length.
bool is_origin(const Tape& tape, Var var);

// What an op writes its law with.
class LawPen {
 public:
  LawPen(const Tape& tape, Var var, Index row, Index col, int depth = 0);

  const Index row, col;  // of the cell
  const Node& node() const { return tape_.node(var_); }
  Shape shape(int input) const;
  bool is_zero(int input, int row, int col) const;
  bool is_origin(int input) const;

  // The letter of a sum: j, then k …
  Index bound();
  // A cell of an input; `factor` has brackets where it is a sum, `squared` is its square.
  std::string cell(int input, const Index& row, const Index& col);
  std::string factor(int input, const Index& row, const Index& col);
  std::string squared(int input, const Index& row, const Index& col);
  // What a sum without a name adds up, from its first addend on; of anything else only itself.
  std::vector<Var> addends(int input) const;
  std::string cell_of(Var var, const Index& row, const Index& col);
  // x, if the input is made of 1 / x; else empty.
  std::string divisor(int input, const Index& row, const Index& col);

 private:
  Law of(Var var, const Index& row, const Index& col);

  const Tape& tape_;
  const Var var_;
  const int depth_;  // of what has no name
  int letters_ = 0;
};

// `const RegisterLaw r{op, law};` in an op's file says how its cells are written.
struct RegisterLaw {
  RegisterLaw(const Op& op, Law (*law)(LawPen&));
};

// "o_{12} = …"; empty where the op says nothing but its general formula.
std::string law_text(const Tape& tape, const Cell& cell);
// The same for all cells of a node: "o_{ij} = …".
std::string law_text(const Tape& tape, Var var);

// "q^{K}_{12}" of "Q^{K}"; a row has only a column, a single number neither.
std::string entry_symbol(const Label& label, Shape shape, const Index& row, const Index& col);

// The law of ops that apply one function to every cell: their formula with the cell in the place of
// x_{ij}.
Law law_of_cells(LawPen& pen);
}  // namespace glassformer
