#include <algorithm>
#include <cmath>

#include "app/views/parts/equation_panel.h"
#include "app/views/parts/step_state.h"
#include "app/views/view.h"
#include "app/widgets/curve.h"
#include "core/scenes/records/loop_and_matrix.h"

namespace glassformer {

namespace {

constexpr double kMiB = 1024.0 * 1024.0;

// The same attention as a loop over the queries and as one matrix product, and what the two
// matrices E and A cost in memory as the sentence grows.
class LoopAndMatrix : public View {
 public:
  std::string_view name() const override { return "loop-and-matrix"; }
  std::string_view help() const override {
    return "Above: the matrices of both forms; the keys 1 to 9 choose a turn of the loop. Below: "
           "the memory that scores and weights take together, for a sentence of that length, in "
           "one matrix or row by row.";
  }
  float built() const override { return panel_.built(); }
  void skip() override { panel_.skip(); }

  void draw(Ui& ui, Session& session, Rect area) override {
    const Theme& theme = ui.theme;
    const auto& record = session.run()->records.get<LoopAndMatrixRecord>();
    const bool costs = has_come(session, record.bytes) || has_come(session, record.cells);
    if (!costs) return panel_.draw(ui, session, area);
    const float height = std::clamp(area.h * 0.3F, theme.px(150), theme.px(260));
    const Rect below = area.take_bottom(height);
    area.take_bottom(theme.px(10));
    panel_.draw(ui, session, area);
    draw_curve(ui, memory(session, theme), below);
  }

 private:
  static CurveSpec memory(const Session& session, const Theme& theme) {
    CurveSpec spec;
    spec.id = "memory";
    spec.x_name = "tokens";
    spec.y_name = "MiB for E and A";
    spec.log_x = spec.log_y = true;
    const Tape& tape = session.run()->tape;
    const auto& [scores, lengths, cells, bytes] = session.run()->records.get<LoopAndMatrixRecord>();
    if (!lengths || !bytes) return spec;
    Curve matrix{"one matrix", theme.tensor(Role::output), {}, {}, false};
    Curve loop{"row by row", theme.tensor(Role::value), {}, {}, false};
    for (int i = 0; i < tape.shape(lengths).rows; ++i) {
      const double tokens = tape.value(lengths)(i, 1);
      const double memory = tape.value(bytes)(i, 0) / kMiB;
      matrix.x.push_back(tokens);
      matrix.y.push_back(memory);
      loop.x.push_back(tokens);
      loop.y.push_back(memory / tape.value(lengths)(i, 0));  // a row for each query
    }
    spec.curves = {std::move(matrix), std::move(loop)};
    if (scores) spec.marker_x = tape.shape(scores).cols;
    return spec;
  }

  EquationPanel panel_;
};

const RegisterView registered{"loop-and-matrix",
                              [] { return std::unique_ptr<View>(new LoopAndMatrix); }};

}  // namespace

}  // namespace glassformer
