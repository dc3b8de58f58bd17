#pragma once

#include <utility>
#include <vector>

namespace glassformer {

// T − shift of a symmetric tridiagonal matrix T, as a unit lower and an upper triangle, with rows
// exchanged where that is steadier. A pivot smaller than `tiny` becomes it: shift may be an
// eigenvalue.
class ShiftedTridiagonal {
 public:
  // `diagonal` has n cells, `beside` the n − 1 above and below it.
  ShiftedTridiagonal(const std::vector<double>& diagonal, const std::vector<double>& beside,
                     double shift, double tiny);
  void solve(std::vector<double>& x) const;  // x becomes (T − shift)⁻¹ x

 private:
  std::vector<double> upper_, second_, third_, factor_;
  std::vector<bool> swapped_;
};

}  // namespace glassformer
