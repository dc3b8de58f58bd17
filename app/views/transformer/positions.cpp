#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/views/parts/matrix_panel.h"
#include "app/views/parts/step_state.h"
#include "app/views/transformer/position_pictures.h"
#include "app/views/view.h"
#include "app/widgets/formula.h"
#include "core/scenes/records/positions.h"

namespace glassformer {

namespace {

constexpr std::string_view kWaves = "waves", kWavelengths = "wavelengths", kAcross = "across",
                           kLengths = "lengths", kPairs = "pairs", kRow = "row",
                           kTurning = "turning";

constexpr const char* kNone =
    "The chosen model has no learned positions. It adds sines and cosines, which are the same in "
    "every model and need no training.";
constexpr const char* kHow =
    "A model has a table of its own after “glassformer train translate -o MODEL.safetensors "
    "--positions learned”; drop its file on the window.";

// Of one that has a penalty for distance, or nothing but its mask.
constexpr const char* kNothing =
    "This model gives its tokens no positions: neither a table nor waves, so there is nothing to "
    "draw. What comes later is closed to each token by the mask.";

void tell_none(Ui& ui, bool has_waves, Rect area) {
  const Theme& theme = ui.theme;
  FormulaStyle style;
  style.size = theme.px(18);
  style.ink = theme.ink;
  const float w = std::min(area.w, theme.px(560));
  Vec at{area.center().x - w / 2, area.y + area.h * 0.2F};
  at.y += draw_prose(ui, has_waves ? kNone : kNothing, at, w, theme.body(), style).height +
          theme.px(14);
  if (!has_waves) return;
  style.ink = theme.soft_ink;
  draw_prose(ui, kHow, at, w, theme.small(), style);
}

// The positional encodings as waves, as a matrix, by their lengths, pair by pair and as circles.
class Positions : public View {
 public:
  std::string_view name() const override { return "positions"; }
  std::string_view help() const override {
    return "Waves of a few dimensions, the whole encoding, the lengths, dot products and distances "
           "of its rows, what a shift does, rotary and ALiBi, and the table that the chosen model "
           "has learned. Touch a cell or a curve; the touched row of a square matrix is drawn "
           "beside it as a curve.";
  }

  void begin_parts(Ui& ui, Session& session) override {
    follow(session);
    panel_.begin(ui, session);
  }

  std::vector<std::string> draw_part(Ui& ui, Session& session, std::string_view part,
                                     Rect area) override {
    const Tape& tape = session.run()->tape;
    const auto& record = session.run()->records.get<PositionsRecord>();
    const auto shown = [&](Var var) {
      return var ? std::vector{tape.node(var).path} : std::vector<std::string>{};
    };
    const bool has_waves = static_cast<bool>(record.sinusoids.encoding);
    if (!has_waves) {
      if (part != kRow) tell_none(ui, false, area);
      return {};
    }
    if (part == kWaves) {
      draw_waves(ui, session, area);
      return shown(record.curves);
    }
    if (part == kTurning) {
      draw_turning_pairs(ui, session, area);
      return shown(record.shift.turned);
    }
    if (part == kWavelengths) {
      const Var var = record.sinusoids.wavelength;
      draw_columns(ui, session, {var, "dimension", "positions in one wave", true}, area);
      return shown(var);
    }
    if (part == kLengths) {
      draw_columns(ui, session, {record.rows.norm, "position", "length of the encoding"}, area);
      return shown(record.rows.norm);
    }
    const Var var = matrix(session);
    if (!var) {
      if (part != kRow) tell_none(ui, true, area);
      return {};
    }
    if (part == kRow) {
      draw_row_curve(ui, session, var, area);
      return {};
    }
    const Shape shape = tape.shape(var);
    if (shape.cols == 1) {
      draw_columns(ui, session, {var, "position", "length of the encoding"}, area);
      return shown(var);
    }
    MatrixPanel::Options options;
    const bool learned = shows_learned(session) && !record.learned.empty();
    options.transposed = options.fills = learned ? picture_ == 0 : part == kAcross;
    const MatrixLayout layout = panel_.draw(ui, session, var, area, options);
    mark_answer(ui, session, var, options.transposed, layout.cells);
    return shown(var);
  }

  void end_parts(Ui& ui, Session& session) override { panel_.end(ui, session); }

  // Of what a model has learned: which picture, and whose, where encoder and decoder have one each.
  float draw_controls(Ui& ui, Session& session, Rect area) override {
    follow(session);
    const auto& learned = session.run()->records.get<PositionsRecord>().learned;
    if (learned.empty() || !shows_learned(session)) return 0;
    Rect row = area.take_top(ui.theme.px(36));
    static const std::vector<std::string> pictures{"table", "lengths", "dot products", "distances"};
    picture_ = ui.segments("learned picture", pictures, picture_,
                           row.take_left(std::min(row.w * 0.62F, ui.theme.px(400))));
    if (learned.size() < 2) return row.h;
    std::vector<std::string> sides;
    for (const PositionsRecord::Learned& one : learned) sides.push_back(one.side);
    side_ = ui.segments("learned side", sides, side_,
                        row.take_right(std::min(row.w * 0.9F, ui.theme.px(200))));
    return row.h;
  }

 private:
  static bool shows_learned(const Session& session) {
    return is_within(focus_path(session, session.step), PositionsRecord::Learned::scope);
  }

  static std::array<Var, 4> matrices_of(const PositionsRecord::Learned& one) {
    return {one.table, one.rows.norm, one.rows.products, one.rows.distances};
  }

  void follow(const Session& session) {
    const auto& learned = session.run()->records.get<PositionsRecord>().learned;
    if (entered_.entered(session)) {
      side_ = picture_ = 0;
      const Var focus = step_focus(session);
      for (std::size_t side = 0; focus && side < learned.size(); ++side) {
        const std::array<Var, 4> all = matrices_of(learned[side]);
        const auto found = std::ranges::find(all, focus);
        if (found == all.end()) continue;
        side_ = static_cast<int>(side);
        picture_ = static_cast<int>(found - all.begin());
      }
    }
    side_ = std::clamp(side_, 0, std::max(0, static_cast<int>(learned.size()) - 1));
  }

  // What the answer of the step names: of a cell all that are as far from the diagonal, on both
  // sides; of whole rows the block that they are.
  static void mark_answer(Ui& ui, const Session& session, Var var, bool across, Rect cells) {
    if (session.question() == nullptr || cells.w <= 0) return;
    const Node& node = session.run()->tape.node(var);
    const Shape shape = session.run()->tape.shape(var);
    const auto place = [&](float row, float col) {
      if (across) std::swap(row, col);
      const auto rows = static_cast<float>(across ? shape.cols : shape.rows);
      const auto cols = static_cast<float>(across ? shape.rows : shape.cols);
      return Vec{cells.x + cells.w * col / cols, cells.y + cells.h * row / rows};
    };
    int first = shape.rows, last = -1;
    for (const Spot& spot : session.touch().spots) {
      if (spot.path != node.path || !spot.row || *spot.row >= shape.rows) continue;
      if (!spot.col) {
        first = std::min(first, *spot.row);
        last = std::max(last, *spot.row);
        continue;
      }
      const int off = std::abs(*spot.col - *spot.row), n = shape.rows - off;
      if (shape.rows != shape.cols || n <= 0) continue;
      const auto far = static_cast<float>(off), all = static_cast<float>(n);
      for (const float by : {0.0F, 1.0F}) {
        ui.canvas.line(place(by, far), place(all - 1 + by, far + all - 1), ui.theme.ink,
                       ui.theme.px(2));
        ui.canvas.line(place(far, by), place(far + all - 1, all - 1 + by), ui.theme.ink,
                       ui.theme.px(2));
      }
    }
    if (first >= last) return;  // a single row is lit anyway
    const Vec from = place(static_cast<float>(first), 0);
    const Vec to = place(static_cast<float>(last + 1), static_cast<float>(shape.cols));
    ui.canvas.fill({from.x, from.y, to.x - from.x, to.y - from.y}, ui.theme.accent.alpha(0.14F));
  }

  // The matrix that the step is about; of what is learned, the chosen one.
  Var matrix(const Session& session) const {
    const auto& learned = session.run()->records.get<PositionsRecord>().learned;
    if (!shows_learned(session) || learned.empty()) return step_focus(session);
    return matrices_of(
        learned[static_cast<std::size_t>(side_)])[static_cast<std::size_t>(picture_)];
  }

  MatrixPanel panel_;
  int side_ = 0;     // of the learned tables
  int picture_ = 0;  // the table itself, its lengths, dot products or distances
  StepState entered_;
};

const RegisterView registered{"positions",
                              [] { return std::unique_ptr<View>(new Positions); },
                              {.parts = {{.name = kWaves},
                                         {.name = kWavelengths},
                                         {.name = kAcross},
                                         {.name = kLengths},
                                         {.name = kPairs, .keeps_shape = true},
                                         {.name = kRow, .share = 0.48F},
                                         {.name = kTurning, .keeps_shape = true}}}};

}  // namespace

}  // namespace glassformer
