#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/views/parts/step_state.h"
#include "app/views/transformer/position_pictures.h"
#include "app/views/view.h"
#include "app/widgets/fitting.h"
#include "core/scenes/records/positional_distances.h"

namespace glassformer {

namespace {

constexpr std::string_view kNorms = "norms", kVerdict = "verdict";

using Table = PositionalDistancesRecord::Table;

// Two ways to encode positions, and whether each keeps the two promises.
class PositionalDistances : public View {
 public:
  std::string_view name() const override { return "positional-distances"; }
  std::string_view help() const override {
    return "The paper's formula, and the numbers behind the lecture's table: the encodings, their "
           "distances, their norms, and how the distance grows with each step away. Below stands "
           "what is claimed of them and what came out. With the option projected, what a head of a "
           "trained model makes of the positions. Touch any cell.";
  }

  std::vector<std::string> draw_part(Ui& ui, Session& session, std::string_view part,
                                     Rect area) override {
    if (part == kVerdict) {
      draw_verdict(ui, session, area);
      return {};
    }
    const Var norm = table_of(session, side_of(session)).norm;
    if (!norm) return {};
    draw_columns(ui, session, {norm, "position", "length of the encoding"}, area);
    return {session.run()->tape.node(norm).path};
  }

 private:
  static const Table& table_of(const Session& session, int side) {
    return session.run()->records.get<PositionalDistancesRecord>().tables[static_cast<std::size_t>(
        side)];
  }

  // The encoding that is spoken of, 0: the formula's, 1: the table's.
  static int side_of(const Session& session) {
    return is_within(focus_path(session, session.step), PositionalDistancesRecord::scopes[1]) ? 1
                                                                                              : 0;
  }

  // With other sizes it is no longer the table that the slide prints.
  static const char* title_of(const Session& session, int side) {
    if (side == 0) return "Formula";
    const Var slide = table_of(session, 1).encoding;
    const bool printed = slide && session.run()->tape.shape(slide) == Shape{10, 10};
    return printed ? "Printed table" : "Made like the table";
  }

  // The claim that the step is about, and what came out for either, as far as one has come to it.
  static void draw_verdict(Ui& ui, const Session& session, Rect area) {
    const Theme& theme = ui.theme;
    const Var focus = step_focus(session);
    const bool norms =
        focus && (focus == table_of(session, 0).norm || focus == table_of(session, 1).norm);
    const int property = norms ? 0 : 1;
    ui.canvas.fill(area, theme.panel, theme.px(10));
    Rect inner = area.inset(theme.px(14), theme.px(4));
    const float claim = inner.w * 0.26F, each = (inner.w - claim) / 2;
    text_fitted(ui, inner.take_left(claim - theme.px(10)),
                property == 0 ? "All norms are equal" : "Farther is farther", theme.strong(),
                theme.ink);
    inner.take_left(theme.px(10));
    const float line = ui.canvas.line_height(theme.small());
    for (const int side : {0, 1}) {
      Rect cell = inner.take_left(each);
      const Rect two{cell.x, cell.center().y - line, cell.w - theme.px(8), 2 * line};
      Rect words = two;
      text_fitted(ui, words.take_top(line), title_of(session, side), theme.small(), theme.soft_ink);
      const Var var = property == 0 ? table_of(session, side).norm : table_of(session, side).growth;
      if (!var || !has_come(session, var)) continue;
      const auto [text, holds] = judge(session, var, property);
      const Color color = holds ? theme.tensor(Role::input) : theme.error;
      draw_mark(ui, words.take_left(theme.px(26)), holds, color);
      text_fitted(ui, words, text, theme.small(), color);
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
  // What is claimed of the two encodings, 0: all norms are alike, 1: each step away is farther.
  static Verdict judge(const Session& session, Var var, int property) {
    const Mat& values = session.run()->tape.value(var);
    return property == 0 ? norms(values) : growth(values);
  }
  // Sums of rounded squares differ in the last bits of a float: that is no other length.
  static Verdict norms(const Mat& norm) {
    const auto [least, most] = std::minmax_element(norm.cells().begin(), norm.cells().end());
    const bool same = *most - *least < 1e-5 * *most;
    return {same ? fmt::format("holds: all {:.3f}", *least)
                 : fmt::format("fails: {:.3f} … {:.3f}", *least, *most),
            same};
  }
  static Verdict growth(const Mat& growth) {
    const auto closer = std::count_if(growth.cells().begin(), growth.cells().end(),
                                      [](Real cell) { return cell < 0; });
    return {closer == 0 ? std::string("holds: no step comes closer")
                        : fmt::format("fails: {} of {} come closer", closer, growth.size()),
            closer == 0};
  }
};

const RegisterView registered{"positional-distances",
                              [] { return std::unique_ptr<View>(new PositionalDistances); },
                              {.parts = {{.name = kNorms}, {.name = kVerdict, .share = 0.17F}}}};

}  // namespace

}  // namespace glassformer
