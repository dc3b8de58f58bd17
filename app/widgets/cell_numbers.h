#pragma once

#include <string>

#include "app/widgets/matrix_parts.h"

namespace glassformer {

// How the numbers of one matrix are written into its cells: all with as many decimals, chosen from
// the largest cell (three significant digits where there is room, less where there is not), in one
// type, with the zero before the point or all without. Where all are tiny they share a power of
// ten, which stands beside the matrix' name; what rounds to nothing is a quiet dot.
class CellNumbers {
 public:
  struct Text {
    std::string text;  // empty: not even one digit has room
    Type type;
  };
  explicit CellNumbers(const MatrixDrawing& d);
  Text of(double value) const;
  const Type& type() const { return type_; }
  // What must be said once for all cells: "× 10⁻⁶", "· below 0.0005", where some
  // are negative "· within ±0.0005"; mostly empty.
  std::string note() const;

 private:
  struct Range {
    double least = 0, most = 0;  // of the finite cells, in units of the power
    int decimals = 0;            // that write all of them exactly, at most `full`
    int typed = 0;               // that write all of them as they were typed; 0: they were not
    std::string longest;         // of few cells that were typed; empty: any of their sizes may come
  };
  bool rounds_to_nothing(double value) const;
  Range range(const MatrixDrawing& d, int full);
  void choose(const Range& range);
  Type smaller(float share) const;
  bool fits(const std::string& text, Type type) const;
  std::string written(double value) const;

  const Ui& ui_;
  float room_ = 0;  // px
  Type type_;
  int decimals_ = 0;
  bool bare_ = false;    // ".06"
  int power_ = 0;        // of ten, that all are multiples of
  double unit_ = 1;      // 10^power_
  double smallest_ = 0;  // in size, of those that are not 0
  bool signed_ = false;  // some are below 0
};

}  // namespace glassformer
