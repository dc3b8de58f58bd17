#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/views/parts/matrix_panel.h"
#include "app/views/parts/step_state.h"
#include "app/views/parts/word_bars.h"
#include "app/views/view.h"
#include "app/widgets/fitting.h"
#include "core/scenes/records/positional_distances.h"

namespace glassformer {

namespace {

constexpr std::string_view kPartKey = "part";
constexpr std::string_view kSideKey = "side";
constexpr std::array<std::string_view, 5> kPartNames{"encodings", "distances", "norms", "growth",
                                                     "projected"};
constexpr int kProjected = 4;
constexpr float kLowArea = 400;  // px at scale 1
constexpr std::array<std::string_view, 2> kSideNames{"formula", "table"};

using Table = PositionalDistancesRecord::Table;
using Projected = PositionalDistancesRecord::Projected;

constexpr std::array<const char*, 2> kTitles{"The formula", "The printed table"};
constexpr std::array kParts{&Table::encoding, &Table::distances, &Table::norm, &Table::growth};

// What the projected positions are compared with, from the model's sum to its dot product.
struct Stage {
  const char* title;
  Var Projected::*var;
};
constexpr std::array<Stage, 4> kStages{{{"As added", &Projected::before},
                                        {"In the queries", &Projected::queries},
                                        {"In the keys", &Projected::keys},
                                        {"Dot products", &Projected::scores}}};

// Two ways to encode positions side by side, and whether each keeps the two promises.
class PositionalDistances : public View {
 public:
  std::string_view name() const override { return "positional-distances"; }
  std::string_view help() const override {
    return "Left the paper's formula, right the numbers behind the lecture's table: choose the "
           "encodings, their distances, their norms, or how the distance grows with each step "
           "away. Below stands what is claimed of them and what came out. With the option "
           "projected, "
           "what a head of a trained model makes of the positions. Touch any cell.";
  }

  void draw(Ui& ui, Session& session, Rect area) override {
    const Theme& theme = ui.theme;
    follow(session);
    Rect head = area.take_top(theme.px(36));
    std::vector<std::string> parts{"Encodings", "Distances", "Norms", "Growth"};
    if (projected(session).encoding) parts.emplace_back("Projected");
    part_ = std::min(part_, static_cast<int>(parts.size()) - 1);
    part_ = ui.segments(
        "part", parts, part_,
        head.take_left(std::min(head.w, theme.px(105) * static_cast<float>(parts.size()))));
    area.take_top(theme.px(12));
    if (part_ == kProjected) return draw_projected(ui, session, area);
    // A low window has room for the numbers of a table or for the verdicts; in a very low one the
    // verdict of what is shown stands in its title.
    const bool low = area.h < theme.px(kLowArea);
    const bool judged = !low && (part_ >= 2 || area.h > theme.px(560));
    const Rect verdicts = judged ? area.take_bottom(theme.px(136)) : Rect{};
    if (judged) area.take_bottom(theme.px(14));
    panel_.begin(ui, session);
    // Where two tables with their numbers have no room, the one that is spoken of has more of it.
    const float gap = theme.px(24);
    const bool narrow = area.w < theme.px(820);
    const float left = (area.w - gap) * (!narrow ? 0.5F : side_ == 0 ? 0.64F : 0.36F);
    Rect rest = area;
    draw_side(ui, session, 0, low, rest.take_left(left));
    rest.take_left(gap);
    draw_side(ui, session, 1, low, rest);
    if (judged) draw_verdicts(ui, session, verdicts);
    panel_.end(ui, session);
  }

 private:
  static const Table& table_of(const Run& run, int side) {
    return run.records.get<PositionalDistancesRecord>().tables[static_cast<std::size_t>(side)];
  }

  // With other sizes it is no longer the table that the slide prints.
  static const char* title_of(const Session& session, int side) {
    const Var slide = table_of(*session.run(), 1).encoding;
    const bool printed = slide && session.run()->tape.shape(slide) == Shape{10, 10};
    return side == 1 && !printed ? "Made like the table" : kTitles[static_cast<std::size_t>(side)];
  }

  static const Projected& projected(const Session& session) {
    return session.run()->records.get<PositionalDistancesRecord>().projected;
  }

  void follow(const Session& session) {
    if (!entered_.entered(session)) return;
    const std::string path = focus_path(session, session.step);
    if (is_within(path, Projected::scope)) {
      const Var focus = step_focus(session);
      const auto stage = std::find_if(kStages.begin(), kStages.end(), [&](const Stage& one) {
        return focus && projected(session).*one.var == focus;
      });
      stage_ = stage == kStages.end() ? 1 : static_cast<int>(stage - kStages.begin());
      part_ = kProjected;
      return;
    }
    side_ = is_within(path, PositionalDistancesRecord::scopes[1]) ? 1 : 0;
    const Table& table = table_of(*session.run(), side_);
    const Var focus = step_focus(session);
    const auto found = std::find_if(kParts.begin(), kParts.end(), [&](Var Table::*part) {
      return focus && table.*part == focus;
    });
    part_ = found == kParts.end() ? 1 : static_cast<int>(found - kParts.begin());
    part_ = state_choice(session, kPartKey, kPartNames).value_or(part_);
    side_ = state_choice(session, kSideKey, kSideNames).value_or(side_);
  }

  void draw_side(Ui& ui, Session& session, int side, bool verdict, Rect area) {
    const Theme& theme = ui.theme;
    Rect title = area.take_top(theme.px(28));
    const Touch touch = ui.touch(Ui::id("side", static_cast<std::uint64_t>(side)), title);
    if (touch.clicked) side_ = side;
    ui.canvas.text_in(title, title_of(session, side), theme.strong(),
                      side == side_ || touch.hovered ? theme.ink : theme.faint_ink);
    const Var var = table_of(*session.run(), side).*kParts[static_cast<std::size_t>(part_)];
    if (verdict && part_ >= 2 && has_come(session, var)) {
      title.take_left(ui.canvas.width(title_of(session, side), theme.strong()) + theme.px(20));
      const auto [text, holds] = judge(session, side, part_ - 2);
      const Color color = holds ? theme.tensor(Role::input) : theme.error;
      draw_mark(ui, title.take_left(theme.px(26)), holds, color);
      text_fitted(ui, title, (holds ? "holds: " : "does not hold: ") + text, theme.small(), color);
    }
    if (part_ == 2) {
      draw_word_bars(ui, session, {.values = var, .by_row = true, .decimals = 4}, area);
      return;
    }
    MatrixPanel::Options options;
    options.top = true;
    panel_.draw(ui, session, var, area, options);
  }

  // What the step is about, large, beside what comes before it.
  void draw_projected(Ui& ui, Session& session, Rect area) {
    const Theme& theme = ui.theme;
    Rect head = area.take_top(theme.px(36));
    std::vector<std::string> titles;
    for (const Stage& stage : kStages) titles.emplace_back(stage.title);
    stage_ = ui.segments("stage", titles, stage_, head.take_left(std::min(head.w, theme.px(560))));
    area.take_top(theme.px(10));
    panel_.begin(ui, session);
    const float gap = theme.px(24);
    const bool narrow = area.w < theme.px(820);
    const bool alone = stage_ == 0 || (narrow && stage_ == 3);
    const Rect left = area.take_left(alone ? 0 : (area.w - gap) * (narrow ? 0.26F : 0.42F));
    if (!alone) {
      area.take_left(gap);
      draw_stage(ui, session, stage_ == 3 ? 1 : 0, left);
    }
    draw_stage(ui, session, stage_, area);
    panel_.end(ui, session);
  }

  void draw_stage(Ui& ui, Session& session, int index, Rect area) {
    const Theme& theme = ui.theme;
    const Stage& stage = kStages[static_cast<std::size_t>(index)];
    const Projected& made = projected(session);
    const std::string title =
        index == 0 ? std::string(stage.title) : fmt::format("{}, head {}", stage.title, made.head);
    ui.canvas.text_in(area.take_top(theme.px(28)), title, theme.strong(),
                      index == stage_ ? theme.ink : theme.soft_ink);
    MatrixPanel::Options options;
    options.top = true;
    panel_.draw(ui, session, made.*stage.var, area, options);
  }

  static void draw_verdicts(Ui& ui, const Session& session, Rect area) {
    const Theme& theme = ui.theme;
    ui.canvas.fill(area, theme.panel, theme.px(10));
    Rect inner = area.inset(theme.px(16), theme.px(10));
    const float claim = inner.w * 0.3F, each = (inner.w - claim) / 2;
    Rect head = inner.take_top(theme.px(26));
    ui.canvas.text_in(head.take_left(claim), "Claim", theme.small(), theme.faint_ink);
    for (const int side : {0, 1}) {
      ui.canvas.text_in(head.take_left(each), title_of(session, side), theme.small(),
                        theme.faint_ink);
    }
    for (int property = 0; property < 2; ++property) {
      Rect row = inner.take_top(inner.h / static_cast<float>(2 - property));
      ui.canvas.text_in(row.take_left(claim - theme.px(8)),
                        property == 0 ? "All norms alike" : "Farther is farther", theme.strong(),
                        theme.ink);
      row.take_left(theme.px(8));
      for (const int side : {0, 1}) {
        if (!has_come(session, judged(session, side, property))) continue;
        const auto [text, holds] = judge(session, side, property);
        Rect cell = row.take_left(each);
        const Color color = holds ? theme.tensor(Role::input) : theme.error;
        draw_mark(ui, cell.take_left(theme.px(26)), holds, color);
        const float line = theme.px(20);
        Rect two{cell.x, cell.center().y - line, cell.w - theme.px(6), 2 * line};
        ui.canvas.text_in(two.take_top(line), holds ? "holds" : "does not hold", theme.small(),
                          color);
        ui.canvas.text_in(two, text, theme.number(), theme.soft_ink);
      }
    }
  }

  static void draw_mark(Ui& ui, Rect place, bool holds, Color color) {
    const float r = ui.theme.px(5), thick = ui.theme.px(2.2F);
    const Vec at{place.x + ui.theme.px(8), place.center().y};
    if (holds) {
      ui.canvas.polyline({at + Vec{-r, 0}, at + Vec{-r * 0.3F, r * 0.8F}, at + Vec{r, -r * 0.9F}},
                         color, thick);
    } else {
      ui.canvas.line(at + Vec{-r, -r}, at + Vec{r, r}, color, thick);
      ui.canvas.line(at + Vec{-r, r}, at + Vec{r, -r}, color, thick);
    }
  }

  struct Verdict {
    std::string text;
    bool holds;
  };
  // What is claimed of the two encodings, 0: all norms are alike, 1: each step away is farther; and
  // the matrix that shows it.
  static Var judged(const Session& session, int side, int property) {
    const Table& table = table_of(*session.run(), side);
    return property == 0 ? table.norm : table.growth;
  }
  static Verdict judge(const Session& session, int side, int property) {
    const Mat& values = session.run()->tape.value(judged(session, side, property));
    return property == 0 ? norms(values) : growth(values);
  }
  // Sums of rounded squares differ in the last bits of a float: that is no other length.
  static Verdict norms(const Mat& norm) {
    const auto [least, most] = std::minmax_element(norm.cells().begin(), norm.cells().end());
    return {fmt::format("{:.4f} … {:.4f}", *least, *most), *most - *least < 1e-5 * *most};
  }
  static Verdict growth(const Mat& growth) {
    const auto closer = std::count_if(growth.cells().begin(), growth.cells().end(),
                                      [](Real cell) { return cell < 0; });
    return {fmt::format("{} of {} come closer", closer, growth.size()), closer == 0};
  }

  MatrixPanel panel_;
  int part_ = 1;
  int side_ = 0;
  int stage_ = 1;  // of the projected positions
  StepState entered_;
};

const RegisterView registered{
    "positional-distances",
    [] { return std::unique_ptr<View>(new PositionalDistances); },
    {.state = {state_spec(kPartKey, kPartNames, "What is shown of both encodings"),
               state_spec(kSideKey, kSideNames, "The encoding that is spoken of")}}};

}  // namespace

}  // namespace glassformer
