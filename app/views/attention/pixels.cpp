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
constexpr std::string_view kImage = "image", kWeights = "weights", kOutput = "output";

// An image, the weights of one of its pixels as an image, and what attention makes of all.
class PixelsView : public View {
 public:
  std::string_view name() const override { return "pixels"; }
  std::string_view help() const override {
    return "The pixels of an image are the tokens. Click one of them: its weights show how much it "
           "attends to each other, and the output what every pixel becomes. A double click turns a "
           "dark pixel bright. Touch a square for its arithmetic.";
  }

  void begin_parts(Ui&, Session& session) override {
    const auto& record = session.run()->records.get<PixelsRecord>();
    if (!record.pixels) return;
    if (entered_.entered(session)) {
      const int row = state_number(session, kRowKey).value_or(record.height / 2 + 1) - 1;
      const int col = state_number(session, kColKey).value_or(record.width / 2 + 1) - 1;
      query_ = row * record.width + col;
    }
    query_ = std::clamp(query_, 0, record.height * record.width - 1);
  }

  std::vector<std::string> draw_part(Ui& ui, Session& session, std::string_view part,
                                     Rect area) override {
    const RunPtr run = session.run();
    const auto& record = run->records.get<PixelsRecord>();
    if (!record.pixels) return {};
    Grid grid{record.pixels, "Image", false};
    if (part == kOutput) grid = {record.output, "Output", false};
    if (part == kWeights) {
      const std::string& token = run->tokens[0][static_cast<std::size_t>(query_)];
      grid = {record.weights, fmt::format("Weights of pixel {}", token), true};
    }
    const Theme& theme = ui.theme;
    const float words = ui.canvas.line_height(theme.strong()) + theme.px(6);
    const float legend = grid.weights ? ui.canvas.line_height(theme.small()) + theme.px(8) : 0;
    const float side = std::min(area.w, area.h - words - legend);
    if (side < theme.px(20)) return {};
    const float high = side * static_cast<float>(record.height) /
                       static_cast<float>(std::max(record.height, record.width));
    draw_grid(ui, session, grid,
              {area.x + (area.w - side) / 2, area.y + (area.h - words - high - legend) / 2, side,
               words + side});
    return {run->tape.node(grid.var).path};
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
    const float title = ui.canvas.line_height(theme.strong());
    ui.canvas.text_in(area.take_top(title), grid.title, theme.strong(), theme.ink);
    area.take_top(theme.px(6));
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
    // The largest weight would tell an answer.
    const bool asked = hides(session, cell_of(run->tape, grid.var, grid.weights ? query_ : 0, 0));
    if (grid.weights && !asked) {
      draw_legend(
          ui, largest,
          {area.x, whole.bottom() + theme.px(8), whole.w, ui.canvas.line_height(theme.small())});
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
               state_spec(kColKey, 1, kMostSide, "Its column, from 1")},
     .parts = {{.name = kImage, .side = PartSpec::Side::left, .share = 0.36F, .keeps_shape = true},
               {.name = kWeights, .keeps_shape = true},
               {.name = kOutput, .keeps_shape = true}}}};

}  // namespace

}  // namespace glassformer
