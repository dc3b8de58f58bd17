#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>

#include "app/views/parts/highlight.h"
#include "app/views/parts/matrix_panel.h"
#include "app/views/parts/step_state.h"
#include "app/views/parts/touch_cell.h"
#include "app/views/recurrent/race_chart.h"
#include "app/views/recurrent/race_panel.h"
#include "app/views/view.h"
#include "app/widgets/curve.h"
#include "app/widgets/formula.h"
#include "core/scenes/records/alignments.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

constexpr float kMostLines = 4.2F;      // heights of letters: three lines with the air between them
constexpr float kLow = 420;             // px at scale 1
constexpr float kStored = 92;           // of it, for the nearest stored sentences: a title and two
constexpr float kNumbersShare = 0.34F;  // of the height, below the curves
constexpr std::string_view kTabKey = "tab";
constexpr std::array<std::string_view, 3> kTabs{"race", "vector", "sentences"};

// Encoder–decoders that learn side by side, with one vector between their halves or with attention;
// and that vector, to be mixed of two sentences and changed by hand.
class Bottleneck : public View {
 public:
  std::string_view name() const override { return "bottleneck"; }
  std::string_view help() const override {
    return "Race: four networks learn to say numbers backwards, each for as long as the "
           "others; the slider goes through what was recorded, and Train runs the race here. "
           "Vector: what the encoder leaves of two sentences. Mix them above, set a cell by hand, "
           "and read what the decoder makes of it. Sentences: how many sentences of each length "
           "two "
           "networks translate, one with a single vector, one with attention.";
  }

  // They are of the vector: the networks of the race have none.
  bool takes_options(const Session& session) const override {
    return (entered_.will_enter(session) ? tab_of_step(session) : tab_) == 1;
  }

  Ours ours(const Session& session) const override {
    return tab_of_step(session) == 0 ? race_.ours(session) : ours_of(session);
  }

  void draw(Ui& ui, Session& session, Rect area) override {
    const Theme& theme = ui.theme;
    const bool entered = entered_.entered(session);
    if (entered) tab_ = tab_of_step(session);
    Rect row = area.take_top(theme.px(36));
    const int chosen = ui.segments("bottleneck tab", {"Race", "Vector", "Sentences"}, tab_,
                                   row.take_left(theme.px(320)));
    if (chosen != tab_) ui.request_frame();
    tab_ = chosen;
    row.take_left(theme.px(24));
    if (tab_ == 0) {
      draw_race(ui, session, entered, row, area);
    } else {
      area.take_top(theme.px(12));
      if (tab_ == 1) draw_vector(ui, session, area);
      if (tab_ == 2) draw_sentences(ui, session, area);
    }
  }

 private:
  static int tab_of_step(const Session& session) {
    return state_choice(session, kTabKey, kTabs).value_or(0);
  }

  void draw_race(Ui& ui, Session& session, bool entered, Rect controls, Rect area) {
    const RacePanel::Shown shown = race_.draw(ui, session, entered, controls, area);
    if (shown.moments == nullptr) return;
    Rect rest = shown.area;
    const Rect left = rest.take_left(rest.w / 2 - ui.theme.px(12));
    rest.take_left(ui.theme.px(24));
    draw_race_progress(ui, *shown.moments, shown.now, RaceMeasure::exact, left);
    draw_race_lengths(ui, *(*shown.moments)[shown.now], rest);
  }

  // The curves of the counted sentences, and the numbers below.
  void draw_sentences(Ui& ui, Session& session, Rect area) {
    const Run& run = *session.run();
    const Var counted = run.records.get<ThoughtVectorRecord>().by_length;
    if (!counted) {
      draw_empty_place(ui, "how many sentences of each length come out right", area);
      return;
    }
    cells_.begin(ui, session);
    const Rect numbers = area.take_bottom(area.h * kNumbersShare);
    area.take_bottom(ui.theme.px(16));
    if (hides(session, run.tape.node(counted).path, 0, 0)) {
      draw_empty_place(ui, "sentences right, by their length", area);
    } else {
      draw_curve(ui, lengths_of(ui, run.tape, counted), area);
    }
    cells_.draw(ui, session, counted, numbers, {});
    cells_.end(ui, session);
  }

  static CurveSpec lengths_of(const Ui& ui, const Tape& tape, Var counted) {
    // The middle of each span of words, "5–8".
    constexpr std::array kMiddles{2.5, 6.5, 10.5, 14.5, 20.5, 27.5};
    CurveSpec spec;
    spec.id = "sentences by length";
    spec.x_name = "words of the source";
    spec.y_name = "sentences right, %";
    spec.zero_y = true;
    spec.top_y = 100;
    const std::vector<std::string>& names = tape.node(counted).label.rows.labels;
    for (std::size_t n = 0; n < names.size(); ++n) {
      Curve curve{names[n], ui.theme.tensor(n == 0 ? Role::query : Role::output), {}, {}, true};
      const auto shares = tape.value(counted).row(static_cast<int>(n));
      for (std::size_t k = 0; k < shares.size(); ++k) {
        curve.x.push_back(kMiddles.at(k));
        curve.y.push_back(100.0 * shares[k]);
      }
      spec.curves.push_back(std::move(curve));
    }
    return spec;
  }

  void draw_vector(Ui& ui, Session& session, Rect area) {
    const Theme& theme = ui.theme;
    const auto& record = session.run()->records.get<ThoughtVectorRecord>();
    cells_.begin(ui, session);
    // Three vectors and what is stored: in a low area three in one line, which leaves each of them
    // more height, else two by two.
    const bool low = area.h < theme.px(kLow);
    const float gap = theme.px(24);
    const auto columns = static_cast<float>(low ? 3 : 2);
    const float width = (area.w - (columns - 1) * gap) / columns;
    Rect line = area.take_top(low ? area.h - theme.px(kStored) : area.h / 2 - gap / 2);
    area.take_top(low ? theme.px(8) : gap);
    const auto next = [&] {
      const Rect place = line.take_left(width);
      line.take_left(gap);
      return place;
    };
    draw_state(ui, session, "A", session.inputs().text[0], record.first, record.said_first, next());
    const Rect second = next();
    if (record.second) {
      draw_state(ui, session, "B", session.inputs().text[1], record.second, record.said_second,
                 second);
    }
    draw_state(ui, session, "what the decoder gets", "", record.vector, record.said,
               low ? next() : area.take_left(width));
    if (!low) area.take_left(gap);
    draw_nearest(ui, record, area);
    cells_.end(ui, session);
  }

  void draw_state(Ui& ui, Session& session, const char* title, const std::string& sentence,
                  Var vector, const std::string& said, Rect area) {
    const Theme& theme = ui.theme;
    const std::string words = sentence.empty() ? title : fmt::format("{}  “{}”", title, sentence);
    area.take_top(draw_words(ui, words, theme.strong(), area, area.y));
    const std::string says = "says “" + said + "”";
    const float foot = words_height(ui, says, theme.body(), area.w);
    const Rect below = area.take_bottom(foot);
    draw_words(ui, says, theme.body(), below, below.y);
    MatrixPanel::Options options;
    options.row_labels = options.col_labels = false;
    options.top = true;
    cells_.draw(ui, session, vector, area, options);
  }

  static FormulaStyle style_of(const Ui& ui, Type type) {
    FormulaStyle style;
    style.size = type.size;
    style.ink = ui.theme.ink;
    return style;
  }
  // On up to three lines; a sentence too long for them is cut on one. The height, and a little air.
  static float words_height(Ui& ui, const std::string& words, Type type, float width) {
    const float line = ui.canvas.line_height(type);
    const float whole = draw_prose(ui, words, {}, width, type, style_of(ui, type), false).height;
    return (whole > kMostLines * line ? line : whole) + ui.theme.px(6);
  }
  static float draw_words(Ui& ui, const std::string& words, Type type, Rect area, float y) {
    const float height = words_height(ui, words, type, area.w), line = ui.canvas.line_height(type);
    const float whole = draw_prose(ui, words, {}, area.w, type, style_of(ui, type), false).height;
    if (whole > kMostLines * line) {
      ui.canvas.text_in({area.x, y, area.w, line}, words, type, ui.theme.ink);
    } else {
      draw_prose(ui, words, {area.x, y}, area.w, type, style_of(ui, type));
    }
    return height;
  }

  static void draw_nearest(Ui& ui, const ThoughtVectorRecord& record, Rect area) {
    const Theme& theme = ui.theme;
    ui.canvas.text_in(area.take_top(theme.px(30)),
                      fmt::format("nearest of {} stored sentences", record.stored), theme.strong(),
                      theme.ink);
    FormulaStyle style;
    style.size = theme.px(16);
    style.ink = theme.ink;
    for (const ThoughtVectorRecord::Near& near : record.nearest) {
      if (area.h < theme.px(48)) break;
      Rect row = area;
      const Rect number = row.take_left(theme.px(56));
      ui.canvas.text_in(Rect{number.x, number.y, number.w, theme.px(24)}, format_cell(near.cosine),
                        theme.small(), theme.soft_ink);
      const float height =
          draw_prose(ui, near.sentence, row.origin(), row.w, theme.body(), style).height;
      area.take_top(height + theme.px(10));
    }
  }

  int tab_ = 0;
  StepState entered_;
  RacePanel race_{RaceKind::bottleneck};
  MatrixPanel cells_;
};

const RegisterView registered{
    "bottleneck",
    [] { return std::unique_ptr<View>(new Bottleneck); },
    {.home = ViewTraits::Home::model,
     .state = {
         state_spec(kTabKey, kTabs, "What is shown: the race, the vector, or counted sentences")}}};

}  // namespace

}  // namespace glassformer
