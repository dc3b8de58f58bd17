#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>

#include "app/views/parts/grouped_bars.h"
#include "app/views/parts/matrix_panel.h"
#include "app/views/parts/step_state.h"
#include "app/views/parts/touch_cell.h"
#include "app/views/recurrent/race_chart.h"
#include "app/views/recurrent/race_panel.h"
#include "app/views/view.h"
#include "app/widgets/fitting.h"
#include "app/widgets/formula.h"
#include "core/scenes/records/alignments.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

constexpr std::string_view kTabKey = "tab";
constexpr std::array<std::string_view, 3> kTabs{"race", "vector", "sentences"};

// The vector between the halves of an encoder–decoder, to be mixed of two sentences and changed by
// hand; such networks that learn side by side, with one vector or with attention; and how many
// sentences of each length two of them translate.
class Bottleneck : public View {
 public:
  std::string_view name() const override { return "bottleneck"; }
  std::string_view help() const override {
    return "First the vector: what the encoder leaves of a sentence, and what the decoder makes of "
           "it. Mix two of them, or set a cell by hand. Then four networks learn to say numbers "
           "backwards, each for as long as the others; the slider goes through what was recorded, "
           "and Train runs the race here. At last, how many sentences of each length two networks "
           "translate, one with a single vector, one with attention.";
  }

  // They are of the vector: the networks of the race have none.
  bool takes_options(const Session& session) const override {
    return (entered_.will_enter(session) ? tab_of_step(session) : tab_) == kVector;
  }

  Ours ours(const Session& session) const override {
    return tab_of_step(session) == kRace ? race_.ours(session) : ours_of(session);
  }

  void begin_parts(Ui& ui, Session& session) override {
    follow(ui, session);
    cells_.begin(ui, session);
  }
  void end_parts(Ui& ui, Session& session) override { cells_.end(ui, session); }

  std::vector<std::string> draw_part(Ui& ui, Session& session, std::string_view part,
                                     Rect area) override {
    const Tape& tape = session.run()->tape;
    const auto& record = session.run()->records.get<ThoughtVectorRecord>();
    if (part == kVectorPart) return draw_vector(ui, session, record, area);
    if (part == kNearPart) {
      draw_nearest(ui, record, area);
      return {};
    }
    if (part == kSentencesPart) {
      if (!record.by_length) return {};
      draw_sentences(ui, session, record.by_length, area);
      return {tape.node(record.by_length).path};
    }
    if (tab_ != kRace) return {};
    const RacePanel::Shown shown = race_.shown(session);
    if (shown.moments == nullptr) {
      race_.draw_waiting(ui, area);
    } else if (part == kLengthsPart) {
      draw_race_lengths(ui, *(*shown.moments)[shown.now], session.asking(), area);
    } else {
      draw_race_progress(ui, *shown.moments, shown.now, shown.moments->size() - 1,
                         RaceMeasure::exact, area);
    }
    return {};
  }

  float draw_controls(Ui& ui, Session& session, Rect area) override {
    follow(ui, session);
    return tab_ == kRace ? race_.draw_controls(ui, session, area) : 0;
  }

 private:
  static constexpr int kRace = 0, kVector = 1;
  static constexpr std::string_view kVectorPart = "vector", kNearPart = "near",
                                    kSentencesPart = "sentences", kLengthsPart = "lengths";

  static int tab_of_step(const Session& session) {
    return state_choice(session, kTabKey, kTabs).value_or(0);
  }

  void follow(Ui& ui, Session& session) {
    const bool entered = entered_.entered(session);
    if (entered) tab_ = tab_of_step(session);
    if (tab_ == kRace) race_.follow(ui, session, entered);
  }

  // A vector, the sentence above it that it was made of, and below what the decoder makes of it.
  std::vector<std::string> draw_vector(Ui& ui, Session& session, const ThoughtVectorRecord& record,
                                       Rect area) {
    const Theme& theme = ui.theme;
    const bool first = step_focus(session) == record.first;
    const Var shown = first ? record.first : record.vector;
    const std::string title = first ? fmt::format("A: “{}”", session.inputs().text[0])
                                    : std::string("what the decoder gets");
    text_fitted(ui, area.take_top(ui.canvas.line_height(theme.strong())), title, theme.strong(),
                theme.ink);
    const Rect foot = area.take_bottom(2 * ui.canvas.line_height(theme.body()) + theme.px(12));
    area.take_bottom(theme.px(8));
    MatrixPanel::Options options;
    options.row_labels = options.col_labels = false;
    options.fills = true;
    cells_.draw(ui, session, shown, area, options);
    draw_said(ui, session, first ? record.said_first : record.said, foot);
    return {session.run()->tape.node(shown).path};
  }

  static void draw_said(Ui& ui, const Session& session, const std::string& said, Rect box) {
    const Theme& theme = ui.theme;
    if (session.asking()) return draw_hidden(ui, box, theme.px(8));
    const Color tone = theme.tensor(Role::output);
    ui.canvas.fill(box, mix(theme.page, tone, 0.12F), theme.px(8));
    text_fitted(ui, box.inset(theme.px(14), theme.px(4)), "the decoder writes “" + said + "”",
                theme.title(), theme.ink, Align::center);
  }

  static void draw_nearest(Ui& ui, const ThoughtVectorRecord& record, Rect area) {
    const Theme& theme = ui.theme;
    FormulaStyle style;
    style.size = theme.body().size;
    style.ink = theme.ink;
    const std::string title = fmt::format("nearest of {} stored sentences", record.stored);
    area.take_top(draw_prose(ui, title, area.origin(), area.w, theme.strong(), style).height +
                  theme.px(10));
    const float line = ui.canvas.line_height(theme.body());
    const float numbers = ui.canvas.width("0.000", theme.number()) + theme.px(12);
    for (const ThoughtVectorRecord::Near& near : record.nearest) {
      Rect row = area;
      const Rect number = row.take_left(numbers);
      const float height =
          draw_prose(ui, near.sentence, row.origin(), row.w, theme.body(), style, false).height;
      if (height > area.h) break;
      draw_prose(ui, near.sentence, row.origin(), row.w, theme.body(), style);
      ui.canvas.text_in({number.x, number.y, number.w, line}, format_cell(near.cosine),
                        theme.number(), theme.soft_ink);
      area.take_top(height + theme.px(10));
    }
  }

  static void draw_sentences(Ui& ui, Session& session, Var counted, Rect area) {
    GroupedBars bars;
    bars.values = counted;
    bars.percent = true;
    bars.note = "sentences right, by words";
    bars.color = [&](int, int network) {
      return ui.theme.tensor(network == 0 ? Role::query : Role::output);
    };
    draw_grouped_bars(ui, session, bars, area);
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
     .state = {state_spec(kTabKey, kTabs,
                          "What the parts are of: the race, the vector, or counted sentences")},
     .parts = {{.name = "vector"},
               {.name = "near", .share = 0.32F},
               {.name = "sentences"},
               {.name = "lengths"},
               {.name = "exact", .side = PartSpec::Side::left, .share = 0.34F}}}};

}  // namespace

}  // namespace glassformer
