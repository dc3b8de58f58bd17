#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "app/jobs/intents.h"
#include "app/jobs/jobs.h"
#include "app/jobs/race.h"
#include "app/jobs/recordings.h"
#include "app/views/parts/aside_button.h"
#include "app/views/parts/highlight.h"
#include "app/views/parts/matrix_panel.h"
#include "app/views/parts/step_state.h"
#include "app/views/parts/touch_cell.h"
#include "app/views/parts/training_panel.h"
#include "app/views/recurrent/race_chart.h"
#include "app/views/view.h"
#include "core/scenes/records/how_much_data.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

constexpr std::string_view kSizeKey = "size";
constexpr float kTableHigh = 150, kTableWide = 330;  // px at scale 1
constexpr RaceKind kKind = RaceKind::how_much_data;

// A recurrent network with attention and a Transformer, trained on few pairs and on many: what they
// can do, as it was recorded, and one size learned in the window.
class HowMuchData : public View {
 public:
  std::string_view name() const override { return "how-much-data"; }
  std::string_view help() const override {
    return "Left: the share of held-out sentences that each network translates without a mistake, "
           "against the number of pairs that it learned from. Right: how it came there, for the "
           "number of pairs chosen above. The slider goes through what was recorded; Train lets "
           "two networks learn from so many pairs here.";
  }

  void draw(Ui& ui, Session& session, Rect area) override {
    const Theme& theme = ui.theme;
    // The numbers of the run are those of the recording that plays.
    session.use(slots::recorded_race, session.jobs().recordings().sizes(),
                Session::Reach::this_lesson);
    const bool entered = entered_.entered(session);
    const std::vector<int>& sizes = race_sizes();
    const int last = static_cast<int>(sizes.size()) - 1;
    if (entered) size_ = std::clamp(state_number(session, kSizeKey).value_or(last), 0, last);
    Rect row = area.take_top(theme.px(36));
    std::vector<std::string> names;
    for (const int size : sizes) names.push_back(format_count(size));
    ui.canvas.text_in(row.take_left(theme.px(48)), "pairs", theme.small(), theme.soft_ink);
    const int chosen =
        ui.segments("pairs", names, size_, row.take_left(std::min(row.w * 0.5F, theme.px(380))));
    if (!session.jobs().race(kKind) || chosen != size_) start(ui, session, chosen);
    follow_job(session);
    row.take_left(theme.px(24));
    if (draw_aside_button(ui, session, waiting_race(session, kKind), row)) return;
    RaceJob& job = *session.jobs().race(kKind);
    const RaceSnapshotPtr now = job.latest();
    const RaceRecording& recorded = session.jobs().recordings().race(kKind);
    const bool replay = now->rounds == 0 && !now->ended() &&
                        now->state != JobSnapshot::State::running && !recorded.empty();
    if (ui.input.still && !replay) job.wait();
    panel_.watch(ui, now, replay);
    const std::string words =
        replay ? std::string() : fmt::format("{} seconds each", static_cast<int>(now->rounds));
    if (panel_.draw_controls(ui, job, words, row)) return start(ui, session, size_);
    area.take_top(theme.px(12));
    if (recorded.empty()) {
      ui.canvas.text_in(area, now->error.empty() ? "There is no recording" : now->error,
                        theme.body(), theme.soft_ink, Align::center);
      return;
    }
    if (entered && replay) panel_.show(moment_of(session));
    const Rect slider = area.take_bottom(theme.px(44));
    area.take_bottom(theme.px(8));
    const auto told = [&](std::size_t i) {
      return fmt::format("recorded, after {} steps", recorded[i]->standings.front().steps);
    };
    const std::size_t shown = panel_.choose_snapshot(ui, recorded.size(), 260, told, slider);
    // The table is below the charts, or in a low window beside them.
    const bool beside = area.h < theme.px(320) && area.w > theme.px(900);
    Rect table =
        beside ? area.take_right(theme.px(kTableWide)) : area.take_bottom(theme.px(kTableHigh));
    if (beside) {
      area.take_right(theme.px(12));
    } else {
      area.take_bottom(theme.px(8));
    }
    cells_.begin(ui, session);
    MatrixPanel::Options options;
    options.largest = 44;
    cells_.draw(ui, session, session.run()->records.get<HowMuchDataRecord>().exact, table, options);
    cells_.end(ui, session);
    const Rect left = area.take_left(area.w / 2 - theme.px(12));
    area.take_left(theme.px(24));
    // The curves are the numbers that a class is asked for.
    const Var exact = session.run()->records.get<HowMuchDataRecord>().exact;
    if (hides(session, session.run()->tape.node(exact).path, 0, size_)) {
      draw_asked(ui, left);
      return draw_asked(ui, area);
    }
    draw_race_sizes(ui, *recorded[shown], sizes[static_cast<std::size_t>(size_)], left);
    std::vector<RaceSnapshotPtr> live = replay ? RaceRecording{} : job.timeline();
    std::erase_if(live, [](const RaceSnapshotPtr& moment) { return moment->names.empty(); });
    if (replay) {
      draw_race_steps(ui, recorded, shown, sizes[static_cast<std::size_t>(size_)], area);
    } else if (live.empty()) {
      ui.canvas.text_in(area, now->error.empty() ? "Making the sentences …" : now->error,
                        theme.body(), theme.soft_ink, Align::center);
    } else {
      draw_race_progress(ui, live, live.size() - 1, RaceMeasure::exact, area);
    }
  }

 private:
  static void draw_asked(Ui& ui, Rect area) {
    ui.canvas.fill(area, ui.theme.panel, ui.theme.px(8));
    ui.canvas.text_in(area, "?", ui.theme.display(), ui.theme.accent, Align::center);
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
  MatrixPanel cells_;
};

const RegisterView registered{
    "how-much-data",
    [] { return std::unique_ptr<View>(new HowMuchData); },
    {.fills = slots::recorded_race.name,
     .state = {state_spec(kSizeKey, 0, 4, "Which number of pairs is shown beside, from 0")}}};

}  // namespace

}  // namespace glassformer
