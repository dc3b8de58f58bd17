#include <fmt/format.h>

#include <array>
#include <memory>

#include "app/views/parts/matrix_panel.h"
#include "app/views/parts/step_state.h"
#include "app/views/parts/tall_bars.h"
#include "app/views/recurrent/race_chart.h"
#include "app/views/recurrent/race_panel.h"
#include "app/views/view.h"
#include "core/scenes/records/alignments.h"

namespace glassformer {

namespace {

constexpr std::string_view kTabKey = "tab";
constexpr std::array<std::string_view, 3> kTabs{"decoder", "digits", "taught"};
constexpr std::string_view kWordKey = "word";

// A trained decoder whose weights are used softly, hard or as they are painted; and networks that
// learn with soft, hard and taught attention.
class HardAndSoft : public View {
 public:
  std::string_view name() const override { return "hard-and-soft"; }
  std::string_view help() const override {
    return "A row of weights for each word that the decoder wrote, and the weights of one of these "
           "words as bars: those that are taken are full, the others pale. Click a row to choose "
           "its word. Drag a weight up or down, or type one: the decoder goes on with it. Then "
           "networks that learn side by side; the slider goes through what was recorded, and "
           "Train lets them learn here.";
  }

  // What the networks that learn look at is their own: only the decoder can be told.
  bool takes_options(const Session& session) const override {
    return (entered_.will_enter(session) ? tab_of_step(session) : tab_) == kDecoder;
  }

  Ours ours(const Session& session) const override {
    const int tab = tab_of_step(session);
    if (tab == kDecoder) return ours_of(session);
    return (tab == kDigits ? digits_ : taught_).ours(session);
  }

  void begin_parts(Ui& ui, Session& session) override {
    follow(ui, session);
    cells_.begin(ui, session);
  }
  void end_parts(Ui& ui, Session& session) override { cells_.end(ui, session); }

  std::vector<std::string> draw_part(Ui& ui, Session& session, std::string_view part,
                                     Rect area) override {
    if (part == kMapPart || part == kWordPart) {
      const auto& record = session.run()->records.get<HandAttentionRecord>();
      if (!record.weights || record.words.empty()) return {};
      return part == kMapPart ? draw_map(ui, session, record, area)
                              : draw_word(ui, session, record, area);
    }
    if (tab_ == kDecoder) return {};
    const RacePanel& race = tab_ == kDigits ? digits_ : taught_;
    const RacePanel::Shown shown = race.shown(session);
    if (shown.moments == nullptr) {
      race.draw_waiting(ui, area);
      return {};
    }
    const RaceMeasure measure = part == kExactPart   ? RaceMeasure::exact
                                : part == kLinksPart ? RaceMeasure::aligned
                                                     : RaceMeasure::noise;
    // The noise grows: what is seen of it early is small beside what comes late.
    const std::size_t axis =
        measure == RaceMeasure::noise ? shown.until : shown.moments->size() - 1;
    draw_race_progress(ui, *shown.moments, shown.now, axis, measure, area);
    return {};
  }

  float draw_controls(Ui& ui, Session& session, Rect area) override {
    follow(ui, session);
    if (tab_ == kDigits) return digits_.draw_controls(ui, session, area);
    if (tab_ == kTaught) return taught_.draw_controls(ui, session, area);
    return 0;
  }

 private:
  static constexpr int kDecoder = 0, kDigits = 1, kTaught = 2;
  static constexpr std::string_view kMapPart = "map", kWordPart = "word", kExactPart = "exact",
                                    kLinksPart = "links";

  static int tab_of_step(const Session& session) {
    return state_choice(session, kTabKey, kTabs).value_or(0);
  }

  void follow(Ui& ui, Session& session) {
    const bool entered = entered_.entered(session);
    if (entered) {
      tab_ = tab_of_step(session);
      word_ = state_number(session, kWordKey).value_or(1) - 1;
    }
    if (tab_ == kDigits) digits_.follow(ui, session, entered);
    if (tab_ == kTaught) taught_.follow(ui, session, entered);
    if (tab_ != kDecoder) return;
    const auto& record = session.run()->records.get<HandAttentionRecord>();
    if (record.words.empty()) return;
    if (session.chosen && session.chosen->kind == Target::Kind::cell &&
        has_a_row_for_each_word(record, session.run()->tape.find(session.chosen->path))) {
      word_ = session.chosen->row;
    }
    // As the lesson's cells: in a shorter sentence its first word.
    if (word_ >= static_cast<int>(record.words.size())) word_ = 0;
  }

  static bool has_a_row_for_each_word(const HandAttentionRecord& record, Var var) {
    return var && (var == record.weights || var == record.choice || var == record.contexts);
  }

  // Whether a class is asked what the decoder writes: then its words are not named.
  static bool asks_for_words(const Session& session, const HandAttentionRecord& record) {
    return session.asking() && step_focus(session) == record.weights;
  }

  std::vector<std::string> draw_map(Ui& ui, Session& session, const HandAttentionRecord& record,
                                    Rect area) {
    MatrixPanel::Options options;
    options.fills = true;
    options.row_labels = !asks_for_words(session, record);
    cells_.draw(ui, session, record.weights, area, options);
    return {session.run()->tape.node(record.weights).path};
  }

  // The weights before one word, and which of them are taken.
  std::vector<std::string> draw_word(Ui& ui, Session& session, const HandAttentionRecord& record,
                                     Rect area) const {
    TallBars bars;
    bars.values = record.weights;
    bars.line = word_;
    bars.taken = record.choice;
    bars.title =
        fmt::format("the weights before “{}”", record.words[static_cast<std::size_t>(word_)]);
    if (area.w > area.h) bars.title = fmt::format("“{}”: {}", record.said, bars.title);
    bars.full = 1;
    TallBarsPlaced placed = place_tall_bars(ui, session, bars, area);
    draw_tall_bars(ui, session, bars, area, placed);
    return {session.run()->tape.node(record.weights).path};
  }

  int tab_ = 0;
  int word_ = 0;  // which word's step is shown, from 0
  StepState entered_;
  MatrixPanel cells_;
  RacePanel digits_{RaceKind::hard}, taught_{RaceKind::taught};
};

const RegisterView registered{
    "hard-and-soft",
    [] { return std::unique_ptr<View>(new HardAndSoft); },
    {.state = {state_spec(kTabKey, kTabs,
                          "What the parts are of: a trained decoder, networks that learn with soft "
                          "and hard attention, or those that are taught where to look"),
               state_spec(kWordKey, 1, 64, "The word whose weights are shown")},
     .parts = {{.name = "map"},
               {.name = "word"},
               {.name = "exact"},
               {.name = "links", .share = 0.36F},
               {.name = "noise"}}}};

}  // namespace

}  // namespace glassformer
