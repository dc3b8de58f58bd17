#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace glassformer {

// The decimals that numbers written under each other share, from the largest of them: three
// significant digits. Weights have three decimals even where one of them is 1, and 0.9 beside 112
// is not 1.
int even_decimals(double largest);

// The fewest decimals that write the very number, a float or a sum of some; at most `most`.
int exact_decimals(double value, int most);
inline constexpr std::size_t kFewCells = 64;  // that are written as they were typed, or their sums,
inline constexpr int kFewTyped = 4;           // with so many decimals at most

// The numbers of one list, read against each other: all with as many decimals, and what rounds to
// nothing is a quiet dot. Where all are tiny each has its own form, as format_cell() writes it.
class EvenNumbers {
 public:
  explicit EvenNumbers(const std::vector<double>& values);
  std::string of(double value) const;
  bool rounds_to_nothing(double value) const;
  // "· below 0.0005" if there are such numbers, "· within ±0.0005" where some are negative; else
  // empty.
  std::string note() const;

 private:
  int decimals_ = 0;
  bool tiny_ = false;
  bool dots_ = false;
  bool signed_ = false;
};

}  // namespace glassformer
