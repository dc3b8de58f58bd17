#pragma once

#include <array>
#include <map>
#include <string>

#include "app/session/session.h"
#include "app/views/parts/cell_editor.h"
#include "app/views/parts/highlight.h"
#include "app/views/parts/reveal.h"

namespace glassformer {

// Single matrices of the run, each as large as it fits into an area, with everything that can be
// done to their cells. A view draws as many of them as it likes between begin and end.
class MatrixPanel {
 public:
  struct Options {
    bool transposed = false;
    bool row_labels = true;
    bool col_labels = true;
    float largest = 64;     // px of a cell at scale 1
    float tallest = 0;      // px to which cells too narrow for numbers grow in height; 0: squares
    bool gradient = false;  // the node's gradient instead of its value
    bool fills = false;     // cells wider or higher than squares, as far as the area is filled
    bool top = false;       // at the top of the area instead of in its middle
  };

  // What is touched lights up: what the pointer is on, else what is chosen; or what is named here.
  void begin(Ui& ui, const Session& session, const Target& lit = {});
  // Where the matrix was drawn; an empty rectangle if there is no such node.
  MatrixLayout draw(Ui& ui, Session& session, Var var, Rect area, const Options& options);
  void end(Ui& ui, Session& session);
  const Highlight& highlight() const { return highlight_; }
  // How far the step's own matrix has come, which is seen to be made: 0 … 1. Any key ends that.
  float built() const { return reveal_.built(); }

  // The matrix small, as colours alone, with its name above. What becomes of a click is the view's.
  Touch draw_small(Ui& ui, Session& session, Var var, Rect area, bool on, const Options& options);

 private:
  float aspect_of(const Ui& ui, MatrixSpec spec, Rect area, float largest);
  static MatrixLayout drawn_out(const Ui& ui, MatrixSpec& spec, MatrixLayout layout, Rect area,
                                float tallest);

  // The shape of a matrix's cells, and what it was chosen for.
  struct Kept {
    std::uint64_t stamp = 0;
    std::array<float, 3> room{};
    bool transposed = false;
    float aspect = 0;
  };
  std::map<std::string, Kept> kept_;
  Highlight highlight_;
  Reveal reveal_;
  CellEditor editor_;
};

}  // namespace glassformer
