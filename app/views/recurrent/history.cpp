#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/views/parts/highlight.h"
#include "app/views/parts/step_state.h"
#include "app/views/parts/touch_cell.h"
#include "app/views/view.h"
#include "core/scenes/records/history.h"

namespace glassformer {

namespace {

constexpr std::string_view kPictureKey = "picture";
constexpr std::array<std::string_view, 2> kPictureNames{"years", "scores"};
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

  void draw(Ui& ui, Session& session, Rect area) override {
    const auto& record = session.run()->records.get<HistoryRecord>();
    if (!record.years) return;
    if (state_choice(session, kPictureKey, kPictureNames).value_or(0) == 0) {
      draw_years(ui, session, record, area);
    } else {
      draw_scores(ui, session, record, area);
    }
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

  void draw_years(Ui& ui, Session& session, const HistoryRecord& record, Rect area) {
    const Theme& theme = ui.theme;
    const Tape& tape = session.run()->tape;
    const Mat& years = tape.value(record.years);
    const Axis& works = tape.node(record.years).label.rows;
    const int until = state_number(session, kUntilKey).value_or(years.rows());
    const float line = ui.canvas.line_height(theme.small());
    draw_legend(ui, area.take_top(line + theme.px(8)));
    float names = 0;
    for (int r = 0; r < years.rows(); ++r) {
      names = std::max(names, ui.canvas.width(axis_label(works, r), theme.small()));
    }
    names = std::min(names + theme.px(18), area.w * 0.55F);
    const double first = *std::ranges::min_element(years.cells()),
                 last = *std::ranges::max_element(years.cells());
    const float number = theme.px(52);
    const Rect track{area.x + names + theme.px(10), area.y, area.w - names - number - theme.px(20),
                     area.h};
    const auto at = [&](double year) {
      return track.x + static_cast<float>((year - first) / std::max(1.0, last - first)) * track.w;
    };
    const Rect foot = area.take_bottom(line + theme.px(4));
    for (int decade = 1960; decade <= 2010; decade += 10) {
      if (decade < first || decade > last) continue;
      ui.canvas.line({at(decade), area.y}, {at(decade), area.bottom()}, theme.rule, theme.px(1));
      ui.canvas.text_in({at(decade) - theme.px(30), foot.y, theme.px(60), foot.h},
                        std::to_string(decade), theme.small(), theme.soft_ink, Align::center);
    }
    const float height = std::min(theme.px(44), area.h / static_cast<float>(years.rows()));
    for (int r = 0; r < years.rows(); ++r) {
      const Rect row = area.take_top(height);
      if (r >= until) continue;
      const CellTouch touch = touch_cell(ui, session, cell_of(tape, record.years, r, 0), row);
      if (touch.lit) ui.canvas.fill(row, theme.pressed, theme.px(5));
      const Color color = color_of(theme, record.kinds[static_cast<std::size_t>(r)]);
      ui.canvas.text_in({row.x, row.y, names, row.h}, axis_label(works, r), theme.small(),
                        touch.lit ? theme.ink : theme.soft_ink);
      const Vec dot{at(years(r, 0)), row.center().y};
      if (!touch.hidden) {
        ui.canvas.line({track.x, dot.y}, dot, theme.rule, theme.px(1));
        ui.canvas.circle(dot, theme.px(6), color);
      }
      ui.canvas.text_in({row.right() - number, row.y, number, row.h},
                        touch.shown(fmt::format("{:.0f}", years(r, 0))), theme.number(), theme.ink,
                        Align::right);
    }
  }

  void draw_scores(Ui& ui, Session& session, const HistoryRecord& record, Rect area) {
    const Theme& theme = ui.theme;
    const Tape& tape = session.run()->tape;
    const Mat& bleu = tape.value(record.bleu);
    const Axis& systems = tape.node(record.bleu).label.rows;
    const float line = ui.canvas.line_height(theme.small());
    ui.canvas.text_in(area.take_top(line + theme.px(6)),
                      "Published, not measured here: Bahdanau et al. 2015, table 1, English to "
                      "French",
                      theme.small(), theme.soft_ink);
    const float names = theme.px(130), number = theme.px(60);
    const double most = *std::ranges::max_element(bleu.cells());
    const bool gains = step_focus(session) == record.gain;
    const float height = std::min(theme.px(96), area.h / static_cast<float>(bleu.rows()));
    for (int r = 0; r < bleu.rows(); ++r) {
      Rect row = area.take_top(height).inset(0, theme.px(4));
      const bool attends = r >= record.attending && r + 1 < bleu.rows();
      const Color color = attends               ? theme.tensor(Role::output)
                          : r + 1 < bleu.rows() ? theme.tensor(Role::key)
                                                : theme.soft_ink;
      ui.canvas.text_in(row.take_left(names), axis_label(systems, r), theme.small(), theme.ink);
      for (int c = 0; c < 2; ++c) {
        Rect half{row.x, row.y + row.h / 2 * static_cast<float>(c), row.w, row.h / 2};
        const CellTouch touch = touch_cell(ui, session, cell_of(tape, record.bleu, r, c), half);
        if (touch.lit) ui.canvas.fill(half, theme.pressed, theme.px(4));
        ui.canvas.text_in(half.take_right(number), touch.shown(fmt::format("{:.2f}", bleu(r, c))),
                          theme.number(), theme.ink, Align::right);
        if (touch.hidden) continue;
        const float high = std::min(half.h * 0.6F, theme.px(18));
        const Rect bar{half.x, half.center().y - high / 2,
                       static_cast<float>((half.w - theme.px(8)) * bleu(r, c) / most), high};
        if (c == 0) {
          ui.canvas.frame(bar, color, theme.px(1.5F), theme.px(3));
        } else {
          ui.canvas.fill(bar, color, theme.px(3));
        }
        if (gains && r >= record.attending && r < record.attending + 2) {
          draw_gain(ui, session, record, {r, c}, bar);
        }
      }
    }
  }

  // The part of a bar by which it is longer than that of the same training without attention.
  static void draw_gain(Ui& ui, Session& session, const HistoryRecord& record, Place place,
                        Rect bar) {
    const Theme& theme = ui.theme;
    const Tape& tape = session.run()->tape;
    const auto [row, col] = place;
    const double gain = tape.value(record.gain)(row - record.attending, col);
    const auto wide = static_cast<float>(bar.w * gain / tape.value(record.bleu)(row, col));
    const Rect part = bar.take_right(std::clamp(wide, 0.0F, bar.w));
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
    {.state = {state_spec(kPictureKey, kPictureNames, "The line of time, or the published scores"),
               state_spec(kUntilKey, 1, 17, "So many works stand on the line")}}};

}  // namespace

}  // namespace glassformer
