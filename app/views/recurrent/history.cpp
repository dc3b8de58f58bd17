#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/views/parts/grouped_bars.h"
#include "app/views/parts/step_state.h"
#include "app/views/parts/touch_cell.h"
#include "app/views/view.h"
#include "app/widgets/contrast.h"
#include "app/widgets/matrix.h"
#include "core/scenes/records/history.h"

namespace glassformer {

namespace {

constexpr std::string_view kUntilKey = "until";

// A line of time on which each work has its place, and published scores as bars.
class History : public View {
 public:
  std::string_view name() const override { return "history"; }
  std::string_view help() const override {
    return "What the lectures cite, each work at its year; the steps fill the line up. Then "
           "published BLEU scores: the empty bar is of all sentences, the full one of those "
           "without "
           "unknown words.";
  }

  std::vector<std::string> draw_part(Ui& ui, Session& session, std::string_view part,
                                     Rect area) override {
    const auto& record = session.run()->records.get<HistoryRecord>();
    if (!record.years) return {};
    const Tape& tape = session.run()->tape;
    if (part == "years") {
      draw_years(ui, session, record, area);
      return {tape.node(record.years).path};
    }
    draw_scores(ui, session, record, area);
    return {tape.node(record.bleu).path};
  }

 private:
  static Color color_of(const Theme& theme, HistoryRecord::Kind kind) {
    switch (kind) {
      case HistoryRecord::Kind::words:
        return theme.tensor(Role::value);
      case HistoryRecord::Kind::recurrent:
        return theme.tensor(Role::key);
      case HistoryRecord::Kind::attention:
        break;
    }
    return theme.tensor(Role::output);
  }

  static void draw_legend(Ui& ui, Rect row) {
    const Theme& theme = ui.theme;
    constexpr std::array<const char*, 3> kNames{"words", "recurrent", "attention"};
    constexpr std::array kKinds{HistoryRecord::Kind::words, HistoryRecord::Kind::recurrent,
                                HistoryRecord::Kind::attention};
    for (std::size_t i = 0; i < kNames.size(); ++i) {
      const Rect dot = row.take_left(theme.px(18));
      ui.canvas.circle(dot.center(), theme.px(5), color_of(theme, kKinds[i]));
      const float width = ui.canvas.width(kNames[i], theme.small()) + theme.px(20);
      ui.canvas.text_in(row.take_left(width), kNames[i], theme.small(), theme.soft_ink);
    }
  }

  // A row for each work with a dot at its year; those that have yet to come are rings without a
  // name.
  static void draw_years(Ui& ui, Session& session, const HistoryRecord& record, Rect area) {
    const Theme& theme = ui.theme;
    const Tape& tape = session.run()->tape;
    const Mat& years = tape.value(record.years);
    const Axis& works = tape.node(record.years).label.rows;
    const int until = state_number(session, kUntilKey).value_or(years.rows());
    const float line = ui.canvas.line_height(theme.small());
    draw_legend(ui, area.take_top(line + theme.px(4)));
    float names = 0;
    for (int r = 0; r < years.rows(); ++r) {
      names = std::max(names, ui.canvas.width(axis_label(works, r), theme.small()));
    }
    names = std::min(names + theme.px(18), area.w * 0.5F);
    const double first = *std::ranges::min_element(years.cells()),
                 last = *std::ranges::max_element(years.cells());
    const float number = ui.canvas.width("2000", theme.number()) + theme.px(14);
    const float dot = theme.px(7);
    const Rect track{area.x + names + dot, area.y, area.w - names - number - 2 * dot, area.h};
    const auto at = [&](double year) {
      return track.x + static_cast<float>((year - first) / std::max(1.0, last - first)) * track.w;
    };
    const Rect foot = area.take_bottom(line);
    for (int decade = 1960; decade <= 2010; decade += 10) {
      if (decade < first || decade > last) continue;
      ui.canvas.line({at(decade), area.y}, {at(decade), area.bottom()}, theme.rule, theme.px(1));
      ui.canvas.text_in({at(decade) - theme.px(40), foot.y, theme.px(80), foot.h},
                        std::to_string(decade), theme.small(), theme.soft_ink, Align::center);
    }
    const float height = area.h / static_cast<float>(years.rows());
    for (int r = 0; r < years.rows(); ++r) {
      const Rect row = area.take_top(height);
      const Vec place{at(years(r, 0)), row.center().y};
      if (r >= until) {
        const float thick = theme.px(8);
        ui.canvas.fill({track.x - dot, place.y - thick / 2, place.x - track.x, thick},
                       mix(theme.page, theme.soft_ink, 0.08F), thick / 2);
        ui.canvas.ring(place, dot * 0.7F, recede(theme.soft_ink, theme.page, 1, kMarkContrast),
                       theme.px(1.5F));
        continue;
      }
      const CellTouch touch = touch_cell(ui, session, cell_of(tape, record.years, r, 0), row);
      if (touch.lit) ui.canvas.fill(row, theme.pressed, theme.px(5));
      const Color color = color_of(theme, record.kinds[static_cast<std::size_t>(r)]);
      ui.canvas.text_in({row.x, row.y, names, row.h}, axis_label(works, r), theme.small(),
                        theme.ink);
      if (!touch.hidden) {
        ui.canvas.line({track.x - dot, place.y}, place,
                       recede(color, touch.lit ? theme.pressed : theme.page, 0.6F, kMarkContrast),
                       theme.px(2));
        ui.canvas.circle(place, dot, color);
      }
      ui.canvas.text_in({row.right() - number, row.y, number, row.h},
                        touch.shown(fmt::format("{:.0f}", years(r, 0))), theme.number(), theme.ink,
                        Align::right);
    }
  }

  static void draw_scores(Ui& ui, Session& session, const HistoryRecord& record, Rect area) {
    const Mat& bleu = session.run()->tape.value(record.bleu);
    const int systems = bleu.rows();
    GroupedBars bars;
    bars.values = record.bleu;
    bars.by_row = true;
    bars.full = 1.08 * *std::ranges::max_element(bleu.cells());
    bars.decimals = 2;
    bars.outlined = 0;
    bars.note = "BLEU, in print: Bahdanau 2015";
    bars.color = [&](int system, int) {
      const bool attends = system >= record.attending && system + 1 < systems;
      return attends                ? ui.theme.tensor(Role::output)
             : system + 1 < systems ? ui.theme.tensor(Role::key)
                                    : ui.theme.soft_ink;
    };
    if (step_focus(session) == record.gain) {
      bars.over = [&](int system, int bar, Rect rect) {
        if (system >= record.attending && system < record.attending + 2)
          draw_gain(ui, session, record, {system, bar}, rect);
      };
    }
    draw_grouped_bars(ui, session, bars, area);
  }

  // The part of a bar by which it is higher than that of the same training without attention.
  static void draw_gain(Ui& ui, Session& session, const HistoryRecord& record, Place place,
                        Rect bar) {
    const Theme& theme = ui.theme;
    const Tape& tape = session.run()->tape;
    const auto [row, col] = place;
    const double gain = tape.value(record.gain)(row - record.attending, col);
    const auto high = static_cast<float>(bar.h * gain / tape.value(record.bleu)(row, col));
    const Rect part = bar.take_top(std::clamp(high, 0.0F, bar.h));
    const CellTouch touch =
        touch_cell(ui, session, cell_of(tape, record.gain, row - record.attending, col), part);
    if (touch.hidden) return;
    ui.canvas.fill(part, theme.accent, theme.px(3));
    ui.canvas.text_in(part, fmt::format("+{:.2f}", gain), theme.number(), theme.on_accent,
                      Align::center);
  }
};

const RegisterView registered{
    "history",
    [] { return std::unique_ptr<View>(new History); },
    {.state = {state_spec(kUntilKey, 1, 17, "So many works stand on the line")},
     .parts = {{.name = "years"}, {.name = "scores"}}}};

}  // namespace

}  // namespace glassformer
