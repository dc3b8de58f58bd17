#pragma once

#include "app/widgets/matrix.h"
#include "tests/app/widgets/fake_fonts.h"

// A matrix on a screen without a window.
namespace glassformer::testing {

constexpr Rect kWide{0, 0, 4000, 4000};  // what is not seen is not drawn

struct Drawn {
  MatrixLayout layout;
  MatrixTouch touch;
};

inline MatrixSpec spec_of(const Mat& m, Role role = Role::score) {
  MatrixSpec spec;
  spec.id = "m";
  spec.values = &m;
  spec.stamp = 1;
  spec.symbol = "QK^{T}";
  spec.role = role;
  spec.rows = {"query", {}, 0};
  spec.cols = {"key", {}, 0};
  return spec;
}

inline Drawn draw(Screen& screen, const MatrixSpec& spec, float cell, Vec at = {200, 100}) {
  return screen.frame([&](Ui& ui) {
    Drawn drawn;
    drawn.layout = layout_matrix(ui, spec, at, cell);
    drawn.touch = draw_matrix(ui, spec, drawn.layout);
    return drawn;
  });
}

inline Vec middle(const MatrixLayout& layout, int row, int col) {
  return {layout.cells.x + layout.cell * (static_cast<float>(col) + 0.5F),
          layout.cells.y + layout.cell * (static_cast<float>(row) + 0.5F)};
}

// A matrix whose every row and column is told apart: 100 r + c.
inline Mat counted(int rows, int cols) {
  Mat m(rows, cols);
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < cols; ++c) m(r, c) = static_cast<Real>(100 * r + c);
  }
  return m;
}

}  // namespace glassformer::testing
