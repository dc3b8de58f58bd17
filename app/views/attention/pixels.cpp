#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/views/parts/highlight.h"
#include "app/views/parts/step_state.h"
#include "app/views/parts/touch_cell.h"
#include "app/views/view.h"
#include "app/widgets/fitting.h"
#include "core/scenes/records/pixels.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

constexpr std::string_view kRowKey = "row";
constexpr std::string_view kColKey = "col";
constexpr int kMostSide = 32;

// An image, the weights of one of its pixels as an image, and what attention makes of all.
class PixelsView : public View {
 public:
  std::string_view name() const override { return "pixels"; }
  std::string_view help() const override {
    return "Left the image: its pixels are the tokens. Click one: in the middle stands how much it "
           "attends to each other, right what every pixel becomes. A double click turns a dark "
           "pixel bright. Touch a square for its arithmetic.";
  }

  void draw(Ui& ui, Session& session, Rect area) override {
    const RunPtr run = session.run();
    const auto& record = run->records.get<PixelsRecord>();
    if (!record.pixels) return;
    const int pixels = record.height * record.width;
    if (entered_.entered(session)) {
      const int row = state_number(session, kRowKey).value_or(record.height / 2 + 1) - 1;
      const int col = state_number(session, kColKey).value_or(record.width / 2 + 1) - 1;
      query_ = row * record.width + col;
    }
    query_ = std::clamp(query_, 0, pixels - 1);
    const float gap = ui.theme.px(28);
    const float side = std::min((area.w - 2 * gap) / 3, area.h - ui.theme.px(70));
    const float left = area.x + (area.w - 3 * side - 2 * gap) / 2;
    const float top = area.y + (area.h - side - ui.theme.px(64)) / 2;
    const std::string& token = run->tokens[0][static_cast<std::size_t>(query_)];
    draw_grid(ui, session, {record.pixels, "Image", false}, {left, top, side, side});
    draw_grid(ui, session, {record.weights, fmt::format("Weights of pixel {}", token), true},
              {left + side + gap, top, side, side});
    draw_grid(ui, session, {record.output, "Output", false},
              {left + 2 * (side + gap), top, side, side});
  }

 private:
  struct Grid {
    Var var;
    std::string title;
    bool weights = false;  // the row of the chosen pixel; else a column of brightness
  };

  // As a screen shows it, in both themes.
  static Color grey(double brightness) {
    const auto t = static_cast<float>(std::clamp((brightness + 1) / 2, 0.0, 1.0));
    return mix(Color{24, 26, 30}, Color{250, 250, 246}, t);
  }

  void draw_grid(Ui& ui, Session& session, const Grid& grid, Rect area) {
    const Theme& theme = ui.theme;
    const RunPtr run = session.run();
    const auto& record = run->records.get<PixelsRecord>();
    const Mat& value = run->tape.value(grid.var);
    const std::string& path = run->tape.node(grid.var).path;
    ui.canvas.text_in(area.take_top(theme.px(30)), grid.title, theme.strong(), theme.ink);
    const float cell = area.w / static_cast<float>(std::max(record.height, record.width));
    double largest = 0;
    if (grid.weights) {
      for (const Real w : value.row(query_)) largest = std::max(largest, static_cast<double>(w));
    }
    for (int i = 0; i < record.height * record.width; ++i) {
      const Target target{Target::Kind::cell,   path, grid.weights ? query_ : i,
                          grid.weights ? i : 0, 0,    0};
      const double number = value(target.row, target.col);
      const Rect box{area.x + cell * static_cast<float>(i % record.width),
                     area.y + cell * static_cast<float>(i / record.width), cell, cell};
      const Color color =
          grid.weights ? theme.unit_value(largest > 0 ? number / largest : 0) : grey(number);
      const CellTouch touch = touch_cell(ui, session, target, box);
      if (touch.hidden) {
        draw_hidden(ui, box, 0);
      } else {
        ui.canvas.fill(box, color);
        const Type type{Face::number, theme.px(14)};
        if (cell >= theme.px(38)) {
          ui.canvas.text_in(box, fitted_number(ui, number, type, cell - theme.px(4)), type,
                            ink_on(color), Align::center);
        }
      }
      if (touch.lit) ui.canvas.frame(box, theme.lit, theme.px(2));
      if (touch.clicked && !grid.weights) query_ = i;
      if (touch.double_clicked && grid.var == record.pixels) {
        session.post(SetCell{path, {target.row, target.col, number > 0 ? -1.0 : 1.0}});
      }
    }
    const Rect whole{area.x, area.y, cell * static_cast<float>(record.width),
                     cell * static_cast<float>(record.height)};
    ui.canvas.frame(whole, theme.rule, theme.px(1));
    mark(ui, area, cell, query_, record.width, theme.accent);
    if (grid.weights) {
      draw_legend(ui, largest, {area.x, whole.bottom() + theme.px(10), whole.w, theme.px(22)});
    }
  }

  static void mark(Ui& ui, Rect area, float cell, int pixel, int width, Color color) {
    const Rect box{area.x + cell * static_cast<float>(pixel % width),
                   area.y + cell * static_cast<float>(pixel / width), cell, cell};
    ui.canvas.frame(box, color, ui.theme.px(3));
  }

  // The colours from 0 to the largest weight of the row.
  static void draw_legend(Ui& ui, double largest, Rect row) {
    const Theme& theme = ui.theme;
    constexpr int parts = 32;
    ui.canvas.text_in(row.take_left(theme.px(16)), "0", theme.small(), theme.soft_ink);
    const std::string end = format_cell(largest);
    const Rect last = row.take_right(ui.canvas.width(end, theme.small()) + theme.px(8));
    ui.canvas.text_in(last, end, theme.small(), theme.soft_ink, Align::right);
    const float w = row.w / parts;
    for (int i = 0; i < parts; ++i) {
      ui.canvas.fill(
          {row.x + w * static_cast<float>(i), row.y + theme.px(4), w + 1, row.h - theme.px(8)},
          theme.unit_value((i + 0.5) / parts));
    }
  }

  StepState entered_;
  int query_ = 0;
};

const RegisterView registered{
    "pixels",
    [] { return std::unique_ptr<View>(new PixelsView); },
    {.state = {state_spec(kRowKey, 1, kMostSide, "The row of the pixel that asks, from 1"),
               state_spec(kColKey, 1, kMostSide, "Its column, from 1")}}};

}  // namespace

}  // namespace glassformer
