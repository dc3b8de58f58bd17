#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/views/attention/head_strip.h"
#include "app/views/language/answer_pictures.h"
#include "app/views/parts/matrix_panel.h"
#include "app/views/parts/option_line.h"
#include "app/views/parts/set_option.h"
#include "app/views/parts/tall_bars.h"
#include "app/views/view.h"
#include "app/widgets/arcs.h"
#include "app/widgets/curve.h"
#include "core/scenes/records/sort_and_add.h"

namespace glassformer {

namespace {

constexpr std::string_view kAnswer = "answer", kHeads = "heads", kMap = "map", kUsual = "usual",
                           kCarry = "carry", kLearning = "learning";

// A small decoder writes an answer, and where each of its heads looks meanwhile.
class SortAndAdd : public View {
 public:
  std::string_view name() const override { return "sort-and-add"; }
  std::string_view help() const override {
    return "Type six letters from a to j, or two numbers of at most two digits. Click a letter or "
           "a digit of the answer: the lines show what was looked at while it was written, the "
           "thicker the more. The chips above choose the head; the option lines draws "
           "those of other heads too, each in the colour of its head.";
  }

  void begin_parts(Ui& ui, Session& session) override { panel_.begin(ui, session); }
  void end_parts(Ui& ui, Session& session) override { panel_.end(ui, session); }
  float built() const override { return panel_.built(); }

  std::vector<std::string> draw_part(Ui& ui, Session& session, std::string_view part,
                                     Rect area) override {
    const RunPtr run = session.run();
    const SortAndAddRecord& record = run->records.get<SortAndAddRecord>();
    const auto shown = [&](Var var) { return std::vector{run->tape.node(var).path}; };
    if (part == kHeads) {
      if (const auto head = draw_answer_heads(ui, session, area)) choose(session, *head);
      std::vector<std::string> paths;
      for (const AttentionSite& site : run->sites) {
        paths.push_back(run->tape.node(site.weights).path);
      }
      return paths;
    }
    if (part == kMap) {
      MatrixPanel::Options options;
      options.fills = true;
      panel_.draw(ui, session, record.looks, area, options);
      return shown(record.looks);
    }
    if (part == kLearning) {
      draw_learning(ui, *run, area);
      return shown(record.exact);
    }
    if (part == kCarry && record.carried) {
      draw_carry(ui, session, area);
      return shown(record.carried);
    }
    if (part == kUsual || part == kCarry) {
      draw_usual(ui, session, area);
      return shown(record.usual);
    }
    if (const auto written = draw_answer_tiles(ui, session, area)) {
      session.post(set_option(sort_and_add_options::written, *written + 1));
    }
    return {run->tape.node(record.looks).path, run->tape.node(record.answer).path};
  }

  float draw_controls(Ui& ui, Session& session, Rect area) override {
    const Theme& theme = ui.theme;
    const RunPtr run = session.run();
    const SortAndAddRecord& record = run->records.get<SortAndAddRecord>();
    const float high = theme.px(34), gap = theme.px(6), between = theme.px(16);
    const auto heads = static_cast<float>(run->sites.size());
    // The chips keep their names: where both would be too narrow, they have a row of their own.
    const float chips = heads * (theme.px(48) + gap), least = theme.px(190);
    Rect row = area.take_top(high);
    const bool apart = row.w < least + between + chips;
    const Rect typed = row.take_left(
        std::min(theme.px(300), apart ? row.w : std::max(least, row.w - between - chips)));
    if (record.adds) {
      numbers_.draw(ui, session, sort_and_add_options::numbers, "Numbers", "57 + 68", typed);
    } else {
      letters_.draw(ui, session, sort_and_add_options::letters, "Letters", "chafed", typed);
    }
    if (apart) {
      area.take_top(gap);
      row = area.take_top(high);
    } else {
      row.take_left(between);
    }
    const float chip = std::min(theme.px(76), row.w / heads - gap);
    for (std::size_t i = 0; i < run->sites.size(); ++i) {
      const AttentionPlace& at = run->sites[i].place;
      const bool on = draws_lines(*run, i);
      const Touch touch =
          draw_head_chip(ui, Ui::id("answer head", i), fmt::format("{}.{}", at.layer + 1, at.head),
                         head_color(theme, static_cast<int>(i)), on, row.take_left(chip));
      row.take_left(gap);
      if (touch.clicked) choose(session, static_cast<int>(i));
    }
    return apart ? 2 * high + gap : high;
  }

 private:
  static void choose(Session& session, int head) {
    session.post(set_option(sort_and_add_options::head, head + 1));
  }

  static void draw_bars(Ui& ui, Session& session, Var var, int col, std::string title, Rect area) {
    TallBars bars;
    bars.values = var;
    bars.line = col;
    bars.by_row = true;
    bars.title = std::move(title);
    bars.role = Role::query;
    bars.full = 1;
    TallBarsPlaced placed = place_tall_bars(ui, session, bars, area);
    draw_tall_bars(ui, session, bars, area, placed);
    if (placed.clicked >= 0) choose(session, placed.clicked);
  }

  // How much of each head's weight usually falls on what is to be written.
  static void draw_usual(Ui& ui, Session& session, Rect area) {
    const RunPtr run = session.run();
    const SortAndAddRecord& record = run->records.get<SortAndAddRecord>();
    draw_bars(ui, session, record.usual, 0,
              record.adds ? "on its two digits" : "on the letter written", area);
  }

  // How much falls right of the tens, without a carry and with one.
  static void draw_carry(Ui& ui, Session& session, Rect area) {
    const RunPtr run = session.run();
    const SortAndAddRecord& record = run->records.get<SortAndAddRecord>();
    Rect left = area.take_left(area.w / 2);
    left.take_right(ui.theme.px(16));
    area.take_left(ui.theme.px(16));
    draw_bars(ui, session, record.carried, 0, "on the ones, no carry", left);
    draw_bars(ui, session, record.carried, 1, "on the ones, a carry", area);
  }

  static void draw_learning(Ui& ui, const Run& run, Rect area) {
    const SortAndAddRecord& record = run.records.get<SortAndAddRecord>();
    const Mat& exact = run.tape.value(record.exact);
    const Color colors[] = {ui.theme.tensor(Role::value), ui.theme.tensor(Role::key)};
    CurveSpec spec{
        .id = "learning", .x_name = "steps", .y_name = "% of sums right", .zero_y = true};
    spec.top_y = 100;
    for (int way = 0; way < exact.cols(); ++way) {
      Curve curve{
          axis_label(run.tape.node(record.exact).label.cols, way), colors[way], {}, {}, true};
      for (int i = 0; i < exact.rows(); ++i) {
        curve.x.push_back(record.steps[static_cast<std::size_t>(i)]);
        curve.y.push_back(100 * double{exact(i, way)});
      }
      spec.curves.push_back(std::move(curve));
    }
    draw_curve(ui, spec, area);
  }

  MatrixPanel panel_;
  OptionLine letters_, numbers_;
};

const std::vector<PartSpec> kParts{
    {.name = kAnswer, .share = 0.4F}, {.name = kHeads, .share = 0.34F},
    {.name = kMap, .share = 0.5F},    {.name = kUsual, .share = 0.3F},
    {.name = kCarry, .share = 0.4F},  {.name = kLearning, .share = 0.5F},
};

const RegisterView registered{
    "sort-and-add", [] { return std::unique_ptr<View>(new SortAndAdd); }, {.parts = kParts}};

}  // namespace

}  // namespace glassformer
