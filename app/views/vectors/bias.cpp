#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/views/parts/highlight.h"
#include "app/views/parts/set_option.h"
#include "app/views/parts/step_state.h"
#include "app/views/parts/touch_cell.h"
#include "app/views/parts/word_bars.h"
#include "app/views/vectors/bias_left.h"
#include "app/views/vectors/bias_lists.h"
#include "app/views/vectors/leaning_bars.h"
#include "app/views/view.h"
#include "app/widgets/fitting.h"
#include "app/widgets/plot_axes.h"
#include "core/scenes/chosen.h"
#include "core/scenes/records/bias.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

constexpr std::string_view kPartKey = "part", kPrintedKey = "printed";
constexpr std::string_view kChart = "chart", kBefore = "before", kFound = "found",
                           kOpposites = "opposites", kAlike = "alike";
constexpr std::array<std::string_view, 5> kParts{"along", "extremes", "pairs", "neutralise",
                                                 "neighbours"};

// Words along a direction, the analogies it makes, what taking it away changes, and neighbours that
// are opposites.
class Bias : public View {
 public:
  std::string_view name() const override { return "bias"; }
  std::string_view help() const override {
    return "Bars to the right lean to the first word of the direction, bars to the left to the "
           "second. Name another direction, other words, another pair to equalise or another word "
           "whose neighbours are shown; beside these stand pairs of opposites, and of words that "
           "mean much the same, with their cosine and the place of the second among the first "
           "one's "
           "neighbours. “Printed” shows the words and pairs of the lecture. The vectors "
           "stay what they are, only the copies that are "
           "drawn are changed.";
  }

  void begin_parts(Ui&, Session& session) override { turn_to_step(session); }

  std::vector<std::string> draw_part(Ui& ui, Session& session, std::string_view part,
                                     Rect area) override {
    const auto& record = session.run()->records.get<BiasRecord>();
    if (part == kChart) {
      draw_chart(ui, session, record, area);
      return {};
    }
    if (part == kBefore) draw_moved(ui, session, 0, area);
    if (part == kFound) clusters_.draw_found(ui, session, area);
    if (part == kOpposites) draw_bias_pairs(ui, session, "Opposites", record.opposites, area);
    if (part == kAlike) draw_bias_pairs(ui, session, "Similar meaning", record.alike, area);
    return {};
  }

  // Which chart, and what is set for it.
  float draw_controls(Ui& ui, Session& session, Rect area) override {
    const Theme& theme = ui.theme;
    turn_to_step(session);
    const float top = area.y;
    Rect head = area.take_top(theme.px(36));
    draw_set(ui, session, head.take_right(std::min(head.w * 0.3F, theme.px(190))));
    head.take_right(theme.px(12));
    part_ = ui.segments("part", {"Along", "Extremes", "Pairs", "Neutralise", "Neighbours"}, part_,
                        head.take_left(std::min(head.w, theme.px(560))));
    area.take_top(theme.px(10));
    constexpr std::array<Field, 6> fields{{{bias_options::words, "Words", "all occupations"},
                                           {bias_options::axis, "Direction", "she - he"},
                                           {bias_options::axis, "Direction", "she - he"},
                                           {bias_options::pair, "Equalise", "woman man"},
                                           {bias_options::near, "Word", "a word"},
                                           {bias_options::moved, "Word", "a word"}}};
    Rect row = area.take_top(theme.px(36));
    const auto part = static_cast<BiasPart>(part_);
    if (part == BiasPart::along || part == BiasPart::pairs) {
      const int whose = ui.segments("whose", {"Found", "Printed"}, printed_ ? 1 : 0,
                                    row.take_right(std::min(row.w * 0.4F, theme.px(170))));
      printed_ = whose == 1;
      row.take_right(theme.px(12));
    }
    const bool left = part == BiasPart::neutral;
    if (left) {
      left_ = ui.segments("left", {"Cosines", "Neighbours", "Clusters"}, left_,
                          row.take_right(std::min(row.w * 0.55F, theme.px(310))));
      row.take_right(theme.px(12));
    }
    if (part == BiasPart::extremes) {
      draw_direction(ui, session, row.take_right(std::min(row.w * 0.4F, theme.px(190))));
      row.take_right(theme.px(12));
    }
    const int field = left && left_ == 1 ? 5 : part_;
    if (left && left_ == 2) {
      draw_farthest(ui, session, row);
    } else {
      draw_field(ui, session, fields, static_cast<std::size_t>(field), row);
    }
    return area.y - top;
  }

 private:
  struct Field {
    TextKey option;
    const char* label;
    const char* hint;
  };

  void turn_to_step(const Session& session) {
    if (!entered_.entered(session)) return;
    part_ = static_cast<int>(BiasRecord::part_of(focus_path(session, session.step)));
    part_ = state_choice(session, kPartKey, kParts).value_or(part_);
    const bool about_printed = is_within(focus_path(session, session.step), "printed");
    const std::string path = focus_path(session, session.step);
    left_ = is_within(path, "moved") ? 1 : is_within(path, "clusters") ? 2 : 0;
    printed_ = state_switch(session, kPrintedKey, about_printed);
  }

  // Two segments for the two values of an option.
  static void draw_either(Ui& ui, Session& session, const TextKey& key, const char* name,
                          const std::array<std::string_view, 2>& values,
                          const std::vector<std::string>& labels, Rect row) {
    const int lit = value_of(session.inputs(), key) == values[0] ? 0 : 1;
    const int picked = ui.segments(name, labels, lit, row);
    if (picked == lit) return;
    session.post(set_option(key, std::string(values[static_cast<std::size_t>(picked)])));
  }
  // Neither of the two is what is shown while a file is.
  static void draw_set(Ui& ui, Session& session, Rect row) {
    if (session.inputs().resources.get(slots::vectors) != nullptr) return;
    draw_either(ui, session, bias_options::word_set, "set", {word_sets::world, word_sets::real},
                {"Small world", "Real words"}, row);
  }
  static void draw_direction(Ui& ui, Session& session, Rect row) {
    draw_either(ui, session, bias_options::direction, "direction",
                {bias_options::one_pair, bias_options::ten_pairs}, {"One pair", "Ten pairs"}, row);
  }

  // How many words at either end are to be told apart.
  static void draw_farthest(Ui& ui, Session& session, Rect row) {
    const Theme& theme = ui.theme;
    constexpr const char* title = "Farthest";
    ui.canvas.text_in(row.take_left(ui.canvas.width(title, theme.strong()) + theme.px(12)), title,
                      theme.strong(), theme.ink);
    constexpr std::array<int, 3> counts{0, 100, 500};
    const double now = value_of(session.inputs(), bias_options::farthest);
    int lit = -1;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (now == counts[i]) lit = static_cast<int>(i);
    }
    const int picked = ui.segments("farthest", {"None", "100", "500"}, lit,
                                   row.take_left(std::min(row.w, theme.px(200))));
    if (picked == lit || picked < 0) return;
    session.post(set_option(bias_options::farthest, counts[static_cast<std::size_t>(picked)]));
  }

  void draw_field(Ui& ui, Session& session, const std::array<Field, 6>& fields, std::size_t which,
                  Rect row) {
    const Theme& theme = ui.theme;
    const Field& field = fields[which];
    std::string& typed = typed_[which];
    if (!ui.text_active()) {
      typed = typed_in(session.inputs(), field.option);
    }
    ui.canvas.text_in(row.take_left(ui.canvas.width(field.label, theme.strong()) + theme.px(12)),
                      field.label, theme.strong(), theme.ink);
    const float width = part_ == 0 ? row.w : std::min(row.w, theme.px(300));
    if (ui.text_field(field.label, typed, row.take_left(width), field.hint)) {
      session.post(set_option(field.option, typed, ++gesture_));
    }
  }

  // What is looked for among the most frequent words alone.
  static void draw_limit(Ui& ui, std::string_view what, std::size_t of, std::size_t all,
                         Rect& area) {
    if (of >= all) return;
    const std::string told =
        fmt::format("{} of the {} most frequent of {} words", what,
                    format_count(static_cast<double>(of)), format_count(static_cast<double>(all)));
    const float line = ui.canvas.line_height(ui.theme.small());
    text_fitted(ui, area.take_top(line), told, ui.theme.small(), ui.theme.soft_ink);
    area.take_top(ui.theme.px(8));
  }

  // The picture of the chosen tab.
  void draw_chart(Ui& ui, Session& session, const BiasRecord& record, Rect area) {
    const Var focus = step_focus(session);
    switch (static_cast<BiasPart>(part_)) {
      case BiasPart::along:
        if (printed_) return draw_printed_words(ui, session, area);
        if (focus && focus == record.pairs_along) return draw_pairs_along(ui, session, area);
        return draw_ends(ui, session, record.along, 0, {}, area);
      case BiasPart::extremes:
        draw_limit(ui, "The words that lie farthest", record.counted, record.words, area);
        return draw_ends(ui, session, record.extremes, 0, {}, area);
      case BiasPart::pairs:
        if (printed_) return draw_printed_pairs(ui, session, area);
        draw_limit(ui, "Pairs", record.searched, record.words, area);
        return draw_analogies(ui, session, area);
      case BiasPart::neutral:
        if (left_ == 1) return draw_moved(ui, session, 1, area);
        if (left_ == 2) return clusters_.draw(ui, session, area);
        if (focus && focus == record.left) return draw_ends(ui, session, record.left, 1, {}, area);
        if (focus && focus == record.neutral)
          return draw_ends(ui, session, record.neutral, 0, record.along, area);
        return draw_before_and_after(ui, session, area);
      case BiasPart::neighbours:
        if (focus && focus == record.opposites.cosine)
          return draw_bias_pairs(ui, session, "Opposites", record.opposites, area);
        return draw_bias_neighbours(ui, session, area);
    }
  }

  // Bars both ways between the two ends of the direction; pale behind them what `was`.
  static void draw_ends(Ui& ui, Session& session, Var var, std::size_t words, Var was, Rect area) {
    if (!var) return;
    const std::vector<std::string>& ends = session.run()->tokens[words];
    WordBars bars{var};
    bars.around_zero = true;
    if (ends.size() == 2) bars.ends = {ends[1], ends[0]};
    LeaningBars leaning{bars_of(session, bars)};
    if (was) {
      for (const Bar& bar : bars_of(session, {was}).bars) leaning.was[bar.name] = bar.value;
    }
    draw_leaning_bars(ui, session, leaning, area);
  }

  // The cosines of each word with the two of the pair: discs before, a ring after.
  static void draw_before_and_after(Ui& ui, Session& session, Rect area) {
    const Theme& theme = ui.theme;
    const RunPtr run = session.run();
    const auto& record = run->records.get<BiasRecord>();
    if (!record.before || !record.after) return;
    const Mat &before = run->tape.value(record.before), &after = run->tape.value(record.after);
    const Label& label = run->tape.node(record.before).label;
    draw_legend(ui, label.cols, area.take_top(theme.px(28)));
    double least = 0, most = 0;  // a length along the axis says a cosine only from 0 on
    float names = theme.px(40);
    for (int r = 0; r < before.rows(); ++r) {
      for (const double value :
           {static_cast<double>(before(r, 0)), static_cast<double>(before(r, 1)),
            static_cast<double>(after(r, 0)), static_cast<double>(after(r, 1))}) {
        least = std::min(least, value);
        most = std::max(most, value);
      }
      names = std::max(names, name_width(ui, axis_label(label.rows, r), theme.small()));
    }
    const Rect heads = area.take_top(theme.px(24));
    const int fitting = std::max(1, static_cast<int>(area.h / theme.px(20)));
    const int columns = std::max(1, (before.rows() + fitting - 1) / fitting);
    const int of_column = (before.rows() + columns - 1) / columns;
    const float gap = theme.px(28),
                height = std::min(theme.px(52), area.h / static_cast<float>(of_column));
    const float width =
        (area.w - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
    names = std::min(names + theme.px(12), width * 0.4F);
    // Of a column of words, from what is left of its names.
    const auto axis_of = [&](float left) {
      const float margin = theme.px(8);
      return PlotAxis{least, std::max(most, least + 1e-9), false, left + names + margin,
                      left + width - margin};
    };
    for (int c = 0; c < columns; ++c) {
      const int words = std::min(of_column, before.rows() - c * of_column);
      draw_cosine_axis(ui, axis_of(area.x + static_cast<float>(c) * (width + gap)), heads,
                       height * static_cast<float>(words));
    }
    for (int r = 0; r < before.rows(); ++r) {
      const int stack = r / of_column;
      const auto column = static_cast<float>(stack),
                 line = static_cast<float>(r - stack * of_column);
      Rect row{area.x + column * (width + gap), area.y + line * height, width, height};
      const PlotAxis axis = axis_of(row.x);
      ui.canvas.text_in(row.take_left(names), axis_label(label.rows, r), theme.small(),
                        theme.soft_ink);
      const auto at = [&](double value) { return Vec{axis.at(value), row.center().y}; };
      ui.canvas.line({axis.from, row.center().y}, {axis.to, row.center().y}, theme.rule,
                     theme.px(1));
      ui.canvas.line(at(before(r, 0)), at(before(r, 1)), theme.soft_ink, theme.px(2));
      for (int c = 0; c < 2; ++c) {
        draw_point(ui, session, cell_of(run->tape, record.before, r, c), at(before(r, c)),
                   theme.tensor(c == 0 ? Role::output : Role::key), true);
      }
      draw_point(ui, session, cell_of(run->tape, record.after, r, 0), at(after(r, 0)), theme.ink,
                 false);
    }
  }

  // The numbers of the axis over its words, and a line down through them at each.
  static void draw_cosine_axis(Ui& ui, const PlotAxis& axis, Rect head, float below) {
    const Theme& theme = ui.theme;
    const float apart = theme.px(70), wide = theme.px(60);
    for (const double tick :
         axis.ticks(std::max(2, static_cast<int>((axis.to - axis.from) / apart)))) {
      const float at = axis.at(tick);
      ui.canvas.text_in({at - wide / 2, head.y, wide, head.h}, tick_text(tick), theme.number(),
                        theme.faint_ink, Align::center);
      ui.canvas.line({at, head.bottom()}, {at, head.bottom() + below},
                     tick == 0 ? theme.faint_ink : theme.rule, theme.px(1));
    }
  }

  static void draw_legend(Ui& ui, const Axis& ends, Rect row) {
    const Theme& theme = ui.theme;
    const auto entry = [&](const std::string& text, Color color, bool filled) {
      const Vec at{row.x + theme.px(7), row.center().y};
      if (filled) {
        ui.canvas.circle(at, theme.px(5), color);
      } else {
        ui.canvas.ring(at, theme.px(5), color, theme.px(2));
      }
      row.take_left(theme.px(18));
      ui.canvas.text_in(row.take_left(ui.canvas.width(text, theme.small()) + theme.px(22)), text,
                        theme.small(), theme.ink);
    };
    entry("cosine with " + axis_label(ends, 0), theme.tensor(Role::output), true);
    entry("with " + axis_label(ends, 1), theme.tensor(Role::key), true);
    entry("after: with both", theme.ink, false);
  }

  static void draw_point(Ui& ui, Session& session, const Target& target, Vec at, Color color,
                         bool filled) {
    const Theme& theme = ui.theme;
    const float r = theme.px(5);
    const CellTouch touch = touch_cell(ui, session, target, square_around(at, 1.4F * r));
    if (touch.hidden) return;
    if (filled) {
      ui.canvas.circle(at, r, color);
    } else {
      ui.canvas.ring(at, r, color, theme.px(2));
    }
    if (touch.lit) ui.canvas.ring(at, r + theme.px(4), theme.lit, theme.px(1.5F));
  }

  int part_ = 0;
  bool printed_ = false;  // the words and pairs of the lecture, instead of those that are found
  StepState entered_;
  std::array<std::string, 6> typed_;
  int left_ = 0;  // of what neutralising leaves: cosines, neighbours, clusters
  LeftClusters clusters_;
  int gesture_ = 1 << 20;  // apart from those of the sentence
};

const RegisterView registered{
    "bias",
    [] { return std::unique_ptr<View>(new Bias); },
    {.state = {state_spec(kPartKey, kParts, "The tab that is open"),
               state_switch_spec(kPrintedKey,
                                 "What the lecture prints stands there, instead of what is found")},
     .parts = {{.name = kChart},
               {.name = kBefore, .side = PartSpec::Side::left, .share = 0.34F},
               {.name = kFound, .share = 0.32F},
               {.name = kOpposites, .share = 0.34F},
               {.name = kAlike, .share = 0.34F}}}};

}  // namespace

}  // namespace glassformer
