#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "app/jobs/intents.h"
#include "app/jobs/jobs.h"
#include "app/jobs/race.h"
#include "app/jobs/recordings.h"
#include "app/views/parts/aside_button.h"
#include "app/views/parts/grouped_bars.h"
#include "app/views/parts/step_state.h"
#include "app/views/parts/touch_cell.h"
#include "app/views/parts/training_panel.h"
#include "app/views/recurrent/race_chart.h"
#include "app/views/view.h"
#include "core/scenes/records/how_much_data.h"
#include "core/scenes/records/option_keys.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

constexpr std::string_view kSizeKey = "size";
constexpr RaceKind kKind = RaceKind::how_much_data;
constexpr NumberKey kMoment{"moment", 11};  // of the scene

// A recurrent network with attention and a Transformer, trained on few pairs and on many: what they
// can do, as it was recorded, and one size learned in the window.
class HowMuchData : public View {
 public:
  std::string_view name() const override { return "how-much-data"; }
  std::string_view help() const override {
    return "A bar for each network and number of pairs: the share of held-out sentences that it "
           "translates without a mistake. The slider goes through what was recorded; Train lets "
           "two networks learn here from the number of pairs chosen above, and shows how.";
  }

  void begin_parts(Ui& ui, Session& session) override { follow(ui, session); }

  std::vector<std::string> draw_part(Ui& ui, Session& session, std::string_view,
                                     Rect area) override {
    if (!replays(session)) {
      draw_live(ui, session, area);
      return {};
    }
    const Var exact = session.run()->records.get<HowMuchDataRecord>().exact;
    draw_sizes(ui, session, exact, area);
    return {session.run()->tape.node(exact).path};
  }

  // How many pairs, the buttons that let two networks learn from so many here, and below the slider
  // through what was recorded.
  float draw_controls(Ui& ui, Session& session, Rect area) override {
    follow(ui, session);
    const Theme& theme = ui.theme;
    const float top = area.y;
    Rect row = area.take_top(theme.px(36));
    std::vector<std::string> names;
    for (const int size : race_sizes()) names.push_back(format_count(size));
    ui.canvas.text_in(row.take_left(theme.px(48)), "pairs", theme.small(), theme.soft_ink);
    const int chosen =
        ui.segments("pairs", names, size_, row.take_left(std::min(row.w * 0.5F, theme.px(380))));
    if (chosen != size_) start(ui, session, chosen);
    row.take_left(theme.px(24));
    if (draw_aside_button(ui, session, waiting_race(session, kKind), row)) return row.h;
    RaceJob& job = *session.jobs().race(kKind);
    const std::string words =
        replays(session) ? std::string()
                         : fmt::format("{} seconds each", static_cast<int>(job.latest()->rounds));
    if (panel_.draw_controls(ui, job, words, row)) {
      start(ui, session, size_);
      return row.h;
    }
    const RaceRecording& recorded = session.jobs().recordings().race(kKind);
    if (recorded.empty()) return row.h;
    const auto told = [&](std::size_t i) {
      return fmt::format("recorded, after {} steps", recorded[i]->standings.front().steps);
    };
    row = area.take_top(theme.px(44));
    panel_.show(moment(session, recorded));
    panel_.choose_snapshot(ui, recorded.size(), 260, told, row);
    // The numbers of the run are those of the moment that is looked at.
    const std::size_t now = panel_.chosen(recorded.size());
    if (now != moment(session, recorded))
      session.post(SetOption{std::string(kMoment.name), static_cast<double>(now), 0});
    return row.bottom() - top;
  }

 private:
  void follow(Ui& ui, Session& session) {
    // The numbers of the run are those of the recording that plays.
    session.use(slots::recorded_race, session.jobs().recordings().sizes(),
                Session::Reach::this_lesson);
    const int last = static_cast<int>(race_sizes().size()) - 1;
    if (entered_.entered(session))
      size_ = std::clamp(state_number(session, kSizeKey).value_or(last), 0, last);
    if (!session.jobs().race(kKind)) start(ui, session, size_);
    follow_job(session);
    const bool replay = replays(session);
    if (ui.input.still && !replay) session.jobs().race(kKind)->wait();
    panel_.watch(ui, session.jobs().race(kKind)->latest(), replay);
  }

  // Nobody has let it learn here yet.
  static bool replays(const Session& session) {
    const RaceSnapshotPtr now = session.jobs().race(kKind)->latest();
    return now->rounds == 0 && !now->ended() && now->state != JobSnapshot::State::running &&
           !session.jobs().recordings().race(kKind).empty();
  }

  // That of the recording which the run shows.
  static std::size_t moment(const Session& session, const RaceRecording& recorded) {
    const auto wanted = static_cast<std::size_t>(value_of(session.inputs(), kMoment));
    return std::min(wanted, recorded.size() - 1);
  }

  static Color color_of(const Theme& theme, int network) {
    return theme.tensor(network == 0 ? Role::query : Role::output);
  }

  // Up to the size that the lesson has come to: what comes of more is for a later step.
  void draw_sizes(Ui& ui, Session& session, Var exact, Rect area) const {
    GroupedBars bars;
    bars.values = exact;
    bars.percent = true;
    bars.until = size_ + 1;
    bars.note = "sentences right, by pairs learned from";
    bars.color = [&](int, int network) { return color_of(ui.theme, network); };
    draw_grouped_bars(ui, session, bars, area);
  }

  // How two networks of this size learn here.
  static void draw_live(Ui& ui, const Session& session, Rect area) {
    const std::shared_ptr<RaceJob> job = session.jobs().race(kKind);
    std::vector<RaceSnapshotPtr> live = job->timeline();
    std::erase_if(live, [](const RaceSnapshotPtr& at) { return at->names.empty(); });
    if (live.empty()) {
      const std::string& error = job->latest()->error;
      ui.canvas.text_in(area, error.empty() ? "Making the sentences …" : error, ui.theme.body(),
                        ui.theme.soft_ink, Align::center);
    } else {
      draw_race_progress(ui, live, live.size() - 1, live.size() - 1, RaceMeasure::exact, area);
    }
  }

  // Another was brought back: it learns from as many pairs as it did.
  void follow_job(const Session& session) {
    const RaceJob* job = session.jobs().race(kKind).get();
    const bool other = job_ != nullptr && job_ != job;
    job_ = job;
    if (!other) return;
    const RaceSnapshotPtr now = job->latest();
    const auto& sizes = race_sizes();
    const auto size =
        now->pairs.empty() ? sizes.end() : std::ranges::find(sizes, now->pairs.front());
    if (size != sizes.end()) size_ = static_cast<int>(size - sizes.begin());
    panel_.begin();
  }

  void start(Ui& ui, Session& session, int size) {
    size_ = size;
    session.post(StartRace{kKind, race_sizes()[static_cast<std::size_t>(size)]});
    job_ = session.jobs().race(kKind).get();
    panel_.begin();
    ui.request_frame();
  }

  int size_ = 0;
  const RaceJob* job_ = nullptr;  // that was shown last
  StepState entered_;
  TrainingPanel panel_;
};

const RegisterView registered{
    "how-much-data",
    [] { return std::unique_ptr<View>(new HowMuchData); },
    {.fills = slots::recorded_race.name,
     .state = {state_spec(kSizeKey, 0, 4, "The largest number of pairs that is shown, from 0")},
     .parts = {{.name = "sizes"}}}};

}  // namespace

}  // namespace glassformer
