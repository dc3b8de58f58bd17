#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/views/parts/highlight.h"
#include "app/views/parts/touch_cell.h"
#include "app/views/view.h"
#include "app/widgets/curve.h"
#include "app/widgets/fitting.h"
#include "app/widgets/plane.h"
#include "core/scenes/records/loop_and_matrix.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

constexpr std::string_view kTurns = "turns", kSquares = "squares", kMemory = "memory";
constexpr double kMB = 1e6;
constexpr std::size_t kMostTurns = 4;
constexpr int kFirstSquare = 3, kSquareCount = 3;  // rows of the lengths

// The same attention as a loop over the queries and as one matrix product: who waits for whom, and
// what the matrices E and A cost in memory as the sentence grows.
class LoopAndMatrix : public View {
 public:
  std::string_view name() const override { return "loop-and-matrix"; }
  std::string_view help() const override {
    return "The matrices of both forms; the keys 1 to 9 choose a turn of the loop. Then what each "
           "turn makes, E for sentences of some lengths, drawn to scale, and the memory that "
           "scores and weights take together, in one matrix, row by row, and in training.";
  }

  std::vector<std::string> draw_part(Ui& ui, Session& session, std::string_view part,
                                     Rect area) override {
    const RunPtr run = session.run();
    const auto& record = run->records.get<LoopAndMatrixRecord>();
    if (part == kTurns) return draw_turns(ui, session, area);
    if (part == kSquares) {
      draw_squares(ui, session, area);
      return {run->tape.node(record.cells).path};
    }
    draw_memory(ui, session, area);
    return {run->tape.node(record.bytes).path};
  }

 private:
  // The queries, each with the output that it gets: as one product all of them at once; in a
  // decoder that asks with what it wrote before, none but the first.
  static std::vector<std::string> draw_turns(Ui& ui, Session& session, Rect area) {
    const Theme& theme = ui.theme;
    const RunPtr run = session.run();
    const auto& turns = run->records.get<LoopAndMatrixRecord>().turns;
    const std::size_t count = std::min(turns.size(), kMostTurns);
    if (turns.size() > count) draw_more(ui, turns.size() - count, area.take_bottom(theme.px(30)));
    const float gap = theme.px(18);
    const float high = (area.h - gap * static_cast<float>(count - 1)) / static_cast<float>(count);
    const bool waits = !session.asking();
    double largest = 0;
    for (std::size_t i = 0; i < count; ++i) {
      for (const Var var : {turns[i].q, turns[i].output}) {
        for (const Real cell : run->tape.value(var).cells())
          largest = std::max(largest, std::abs(static_cast<double>(cell)));
      }
    }
    std::vector<std::string> shows;
    Rect before;  // the output of the turn before
    for (std::size_t i = 0; i < count; ++i) {
      Rect row = area.take_top(high);
      area.take_top(gap);
      const Rect q = row.take_left(0.42F * row.w), o = row.take_right(0.42F * row.w);
      const bool blank = waits && i > 0;
      draw_box(ui, session, turns[i].q, fmt::format("query {}", i + 1), blank, largest, q);
      draw_box(ui, session, turns[i].output, fmt::format("output {}", i + 1), blank, largest, o);
      const float inset = theme.px(10);
      const Color ink = blank ? theme.faint_ink : theme.soft_ink;
      draw_arrow(ui.canvas, {q.right() + inset, q.center().y}, {o.x - inset, o.center().y}, ink,
                 theme.px(3), theme.px(14));
      if (blank) {
        draw_arrow(ui.canvas, {before.x - inset, before.bottom() - theme.px(16)},
                   {q.right() + inset, q.y + theme.px(16)}, theme.accent, theme.px(5),
                   theme.px(20));
      }
      before = o;
      for (const Var var : {turns[i].q, turns[i].output}) shows.push_back(run->tape.node(var).path);
    }
    return shows;
  }

  // A row of cells with its name above; blank: it is not made yet.
  static void draw_box(Ui& ui, Session& session, Var var, const std::string& name, bool blank,
                       double largest, Rect box) {
    const Theme& theme = ui.theme;
    const RunPtr run = session.run();
    const Mat& cells = run->tape.value(var);
    const Rect head = box.take_top(ui.canvas.line_height(theme.body()) + theme.px(4));
    const Axis& word = run->tape.node(var).label.rows;
    text_fitted(ui, head, word.labels.empty() ? name : name + ": " + axis_label(word, 0),
                theme.body(), theme.ink);
    if (blank) {
      ui.canvas.fill(box, theme.panel, theme.px(5));
      ui.canvas.frame(box, theme.accent, theme.px(2), theme.px(5));
      ui.canvas.text_in(box, "not yet", theme.body(), theme.soft_ink, Align::center);
      return;
    }
    const float wide = box.w / static_cast<float>(std::max(1, cells.cols()));
    for (int c = 0; c < cells.cols(); ++c) {
      const Rect cell = box.take_left(wide).inset(theme.px(1.5F));
      const CellTouch touch = touch_cell(ui, session, cell_of(run->tape, var, 0, c), cell);
      if (touch.hidden) {
        draw_hidden(ui, cell, theme.px(3));
        continue;
      }
      const Color color = theme.signed_value(cells(0, c), largest);
      ui.canvas.fill(cell, color, theme.px(3));
      ui.canvas.frame(cell, theme.rule, theme.px(1), theme.px(3));
      if (touch.lit) ui.canvas.frame(cell, theme.lit, theme.px(2), theme.px(3));
      const std::string number = fitted_number(ui, cells(0, c), theme.number(), cell.w);
      ui.canvas.text_in(cell, number, theme.number(), ink_on(color), Align::center);
    }
  }

  // E for a few lengths, drawn to scale on one ground: how often the smallest goes into the others
  // is ruled in.
  static void draw_squares(Ui& ui, Session& session, Rect area) {
    const Theme& theme = ui.theme;
    const RunPtr run = session.run();
    const auto& record = run->records.get<LoopAndMatrixRecord>();
    const Mat &lengths = run->tape.value(record.lengths), &bytes = run->tape.value(record.bytes);
    const float gap = theme.px(28), line = ui.canvas.line_height(theme.body());
    const int end = std::min(lengths.rows(), kFirstSquare + kSquareCount);
    double wide = 0, high = 0;
    for (int r = kFirstSquare; r < end; ++r) {
      wide += std::max(0.0F, lengths(r, 1));
      high = std::max(high, static_cast<double>(lengths(r, 0)));
    }
    if (wide <= 0 || high <= 0) return;
    const float room = area.w - gap * static_cast<float>(end - kFirstSquare - 1);
    const auto unit =
        static_cast<float>(std::min(room / wide, static_cast<double>(area.h - 2 * line) / high));
    float x = area.x + (room - unit * static_cast<float>(wide)) / 2;
    const float ground = area.bottom() - 2 * line;
    for (int r = kFirstSquare; r < end; ++r) {
      const float w = unit * std::max(0.0F, lengths(r, 1)),
                  h = unit * std::max(0.0F, lengths(r, 0));
      const Rect square{x, ground - h, w, h};
      const CellTouch touch =
          touch_cell(ui, session, cell_of(run->tape, record.bytes, r, 0), square);
      const Color color = theme.tensor(Role::output);
      ui.canvas.fill(square, touch.hidden ? theme.panel : color.alpha(touch.lit ? 1.0F : 0.8F));
      rule(ui, square, unit * lengths(kFirstSquare, 1), unit * lengths(kFirstSquare, 0));
      Rect words{x - gap / 2, ground, w + gap, 2 * line};
      ui.canvas.text_in(words.take_top(line), size_text(lengths(r, 0), lengths(r, 1)), theme.body(),
                        theme.ink, Align::center);
      ui.canvas.text_in(words, touch.shown(format_digits(bytes(r, 0) / kMB, 3) + " MB"),
                        theme.strong(), color, Align::center);
      x += w + gap;
    }
  }

  static std::string size_text(double queries, double keys) {
    return queries == keys ? fmt::format("{} words", format_count(static_cast<int>(keys)))
                           : fmt::format("{} × {}", format_count(static_cast<int>(queries)),
                                         format_count(static_cast<int>(keys)));
  }

  // Lines every so many px.
  static void rule(Ui& ui, Rect square, float wide, float high) {
    const float least = ui.theme.px(6);  // px between lines that can be told apart
    const Color ink = ui.theme.page;
    for (float x = square.x + wide; wide > least && x < square.right() - 1; x += wide)
      ui.canvas.line({x, square.y}, {x, square.bottom()}, ink, ui.theme.px(2));
    for (float y = square.bottom() - high; high > least && y > square.y + 1; y -= high)
      ui.canvas.line({square.x, y}, {square.right(), y}, ink, ui.theme.px(2));
  }

  static void draw_memory(Ui& ui, const Session& session, Rect area) {
    const Theme& theme = ui.theme;
    const Tape& tape = session.run()->tape;
    const auto& record = session.run()->records.get<LoopAndMatrixRecord>();
    CurveSpec spec;
    spec.id = "memory";
    spec.x_name = "words";
    spec.y_name = "MB for E and A";
    spec.log_x = spec.log_y = true;
    Curve training{"in training", theme.tensor(Role::key), {}, {}, true};
    Curve matrix{"one matrix", theme.tensor(Role::output), {}, {}, true};
    Curve loop{"row by row", theme.tensor(Role::value), {}, {}, true};
    const Mat &lengths = tape.value(record.lengths), &bytes = tape.value(record.bytes);
    for (int i = 0; i < lengths.rows(); ++i) {
      const double words = lengths(i, 1), memory = bytes(i, 0) / kMB;
      for (Curve* const curve : {&training, &matrix, &loop}) curve->x.push_back(words);
      training.y.push_back(tape.value(record.training)(i, 0) / kMB);
      matrix.y.push_back(memory);
      loop.y.push_back(memory / lengths(i, 0));  // a row for each query
    }
    spec.curves = {std::move(training), std::move(matrix), std::move(loop)};
    if (lengths.rows() > kFirstSquare) spec.marker_x = lengths(kFirstSquare, 1);
    draw_curve(ui, spec, area);
  }
};

const RegisterView registered{"loop-and-matrix",
                              [] { return std::unique_ptr<View>(new LoopAndMatrix); },
                              {.parts = {{.name = kTurns}, {.name = kSquares}, {.name = kMemory}}}};

}  // namespace

}  // namespace glassformer
