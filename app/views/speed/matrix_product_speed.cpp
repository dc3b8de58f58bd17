#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "app/jobs/intents.h"
#include "app/jobs/jobs.h"
#include "app/jobs/measuring.h"
#include "app/views/parts/matrix_panel.h"
#include "app/views/parts/step_state.h"
#include "app/views/speed/code_panel.h"
#include "app/views/speed/measured.h"
#include "app/views/speed/roofline.h"
#include "app/views/speed/speed_text.h"
#include "app/views/speed/way_rows.h"
#include "app/views/view.h"
#include "core/scenes/records/matrix_product_speed.h"

namespace glassformer {

namespace {

constexpr std::string_view kWayKey = "way";
constexpr std::string_view kBelowKey = "below";
constexpr std::array<std::string_view, 3> kBelow{"roofline", "code", "small"};

using Record = MatrixProductSpeedRecord;

constexpr std::size_t kShader = Record::ways.size();  // the way behind them
constexpr int kLargest = 2048;                        // its three matrices take 50 MB
constexpr float kLowArea = 430, kLowRoof = 170;       // px at scale 1
enum class Below { roofline, code, small };

std::string described(const Machine& machine) {
  return fmt::format("{}, {} {}, {}", machine.model, machine.threads,
                     machine.threads == 1 ? "thread" : "threads", machine.vectors);
}

// One product, several ways: how long each takes here, how far that is from what the machine can
// do, and the code of each.
class MatrixProductSpeed : public View {
 public:
  std::string_view name() const override { return "matrix-product-speed"; }
  std::string_view help() const override {
    return "Each row is one way to compute the same product, timed on this machine: the mark on a "
           "bar is what the cores it uses can do at best. Click a row to read its code. In the "
           "roofline a disc is a way; the ring is where it would stand if every number that its "
           "code asks for came from the memory. A roof of \"at least\" so much was measured beside "
           "other programs, and a faster run has raised it. Small discs are sizes that you "
           "measured before. Touch a disc or a row for the slowest run and the median.";
  }

  void draw(Ui& ui, Session& session, Rect area) override {
    const Theme& theme = ui.theme;
    follow(session);
    const auto now = keep(ui, session);
    std::string machine = machine_;
    for (const ProductTimes& way : now->ways) machine += way.where.empty() ? "" : "; " + way.where;
    Rect row = area.take_top(theme.px(34));
    area.take_top(theme.px(8));
    // A low window has the rows of the table close together, or for a step about the roofs those
    // alone; what is below is chosen in the row above it.
    const bool low = area.h < theme.px(kLowArea);
    const float high = low ? least_way_rows_height(ui, *now, below_ == Below::small)
                           : std::min(way_rows_height(ui, *now), area.h * 0.6F);
    const bool roofs = below_ == Below::roofline;
    const bool alone = roofs && (low ? about_roofs(session) : area.h - high < theme.px(260));
    const bool room = !low || (!roofs && area.h - high > theme.px(kLowRoof));
    const bool both = area.w > theme.px(900) && !alone && room;  // the roofs beside all else
    if (low) {
      choose_below(ui, !both, row.take_right(choice_width(ui, !both)));
      row.take_right(theme.px(12));
    }
    measured_.draw_row(ui, session, std::move(machine), row);
    if (!alone) {
      if (const auto clicked = draw_way_rows(ui, *now, chosen_, area.take_top(high))) {
        choose(*clicked);
      }
      area.take_top(theme.px(8));
    }
    if (both) {
      Rect roof = area.take_left(area.w * 0.38F);
      roof.take_right(theme.px(20));
      draw_roof(ui, session, now, roof);
      if (below_ == Below::roofline) below_ = Below::code;
    }
    if (!low) {
      Rect choice = area.take_top(theme.px(34));
      choose_below(ui, !both, choice.take_left(std::min(choice.w, choice_width(ui, !both))));
      area.take_top(theme.px(8));
    }
    if (below_ == Below::roofline) draw_roof(ui, session, now, area);
    if (below_ == Below::code && chosen_ < now->ways.size()) {
      const ProductTimes& way = now->ways[chosen_];
      code_.draw(ui, way.file, way.code, area);
    }
    if (below_ == Below::small) draw_small(ui, session, area);
  }

 private:
  // A step speaks of one way, of the small product, or of the roofs.
  void follow(const Session& session) {
    if (!entered_.entered(session)) return;
    chosen_ = 0;
    const auto& record = session.run()->records.get<Record>();
    const std::string path = focus_path(session, session.step);
    const Var focus = step_focus(session);
    below_ = is_within(path, Record::Small::scope) ? Below::small : Below::roofline;
    const auto of_way = [&](std::size_t i) {
      if (i == kShader) return focus && focus == record.cells;  // a thread for each cell
      return is_within(path, Record::ways[i]);
    };
    for (std::size_t i = 0; i <= kShader; ++i) {
      if (!of_way(i)) continue;
      chosen_ = i;
      const bool roof = i != kShader && focus && focus == record.way_intensity[i];
      below_ = roof ? Below::roofline : Below::code;
    }
    if (const auto way = state_number(session, kWayKey)) {
      chosen_ = static_cast<std::size_t>(std::clamp(*way - 1, 0, static_cast<int>(kShader)));
    }
    if (const auto below = state_choice(session, kBelowKey, kBelow)) {
      below_ = static_cast<Below>(*below);
    }
  }

  std::shared_ptr<const ProductSnapshot> keep(Ui& ui, Session& session) {
    const RunPtr run = session.run();
    const int wanted = size_in(run->tape, run->records.get<Record>().n, kLargest);
    return measured_.keep(ui, session, {wanted, session.backend()});
  }

  struct Asked {
    int size = 0;
    std::shared_ptr<Backend> backend = {};  // of the compute shader; null: there is none
    bool operator==(const Asked&) const = default;
  };
  static std::shared_ptr<ProductJob> begin(Session& session, const Asked& asked, bool restart) {
    session.post(MeasureProduct{asked.size, restart});
    return session.jobs().product();
  }

  void choose(std::size_t way) {
    chosen_ = way;
    below_ = Below::code;
  }

  static bool about_roofs(const Session& session) {
    const Var focus = step_focus(session);
    const auto& record = session.run()->records.get<Record>();
    const auto is_focus = [&](Var var) { return focus && focus == var; };
    return is_focus(record.intensity) || std::ranges::any_of(record.way_intensity, is_focus);
  }

  static float choice_width(const Ui& ui, bool roofline) {
    return ui.theme.px(roofline ? 300 : 200);
  }
  void choose_below(Ui& ui, bool roofline, Rect place) {
    std::vector<std::string> names{"Code", "By hand"};
    if (roofline) names.insert(names.begin(), "Roofline");
    const int first = roofline ? 0 : 1;
    const int picked = ui.segments("below", names, static_cast<int>(below_) - first, place);
    below_ = static_cast<Below>(picked + first);
  }

  void draw_roof(Ui& ui, const Session& session, const std::shared_ptr<const ProductSnapshot>& now,
                 Rect area) {
    RooflineSpec spec{now,
                      session.jobs().measurements().products(now->size, measured_.asked().backend),
                      {},
                      chosen_};
    const Tape& tape = session.run()->tape;
    for (const Var asked : session.run()->records.get<Record>().way_intensity) {
      spec.asked.push_back(asked ? std::optional<double>(tape.value(asked)(0, 0)) : std::nullopt);
    }
    if (const auto clicked = draw_roofline(ui, spec, area)) chosen_ = *clicked;
  }

  void draw_small(Ui& ui, Session& session, Rect area) {
    const auto& [a, b, c] = session.run()->records.get<Record>().small;
    const float gap = ui.theme.px(24), third = (area.w - 2 * gap) / 3;
    panel_.begin(ui, session);
    for (const Var var : {a, b, c}) {
      panel_.draw(ui, session, var, area.take_left(third), {});
      area.take_left(gap);
    }
    panel_.end(ui, session);
  }

  Measured<ProductJob, Asked> measured_{begin};
  const std::string machine_ = described(this_machine());
  std::size_t chosen_ = 0;
  Below below_ = Below::roofline;
  StepState entered_;
  CodePanel code_;
  MatrixPanel panel_;
};

const RegisterView registered{
    "matrix-product-speed",
    [] { return std::unique_ptr<View>(new MatrixProductSpeed); },
    {.state = {state_spec(kWayKey, 1, static_cast<int>(kShader) + 1,
                          "The way that is chosen, from 1: the row"),
               state_spec(kBelowKey, kBelow, "What is drawn under the rows")}}};

}  // namespace

}  // namespace glassformer
