#pragma once

#include <string>

#include "app/widgets/matrix_parts.h"

namespace glassformer {

// How the numbers of one matrix are written into its cells: all with as many decimals, in one type,
// with the zero before the point or all without, and with powers of ten written in one way. Three
// significant digits where there is room, less where there is not; what is too small for the
// decimals of the others has digits of its own, and "≈0" where those have no room.
class CellNumbers {
 public:
  struct Text {
    std::string text;  // empty: not even one digit has room
    Type type;
  };
  explicit CellNumbers(const MatrixDrawing& d);
  Text of(double value) const;
  const Type& type() const { return type_; }

 private:
  struct Range {
    double least = 0, most = 0;  // of the finite cells
    int decimals = 0;            // that write all of them exactly, at most `full`
    double smallest = 0;         // in size, of those that are not 0
    std::string longest;         // of few cells that were typed; empty: any of their sizes may come
  };
  Range range(const MatrixDrawing& d, int full) const;
  void choose(const Range& range);
  Type smaller(float share) const;
  bool fits(const std::string& text, Type type) const;
  std::string written(double value) const;

  const Ui& ui_;
  float room_ = 0;  // px
  Type type_;
  int decimals_ = 0;
  bool bare_ = false;    // ".06"
  bool e_ = false;       // "8e−11", since "8 × 10⁻¹¹" has no room
  bool shares_ = false;  // small weights keep more digits than small scores: none of them is 0
};

}  // namespace glassformer
