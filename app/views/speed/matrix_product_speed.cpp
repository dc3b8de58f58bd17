#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include "app/jobs/intents.h"
#include "app/jobs/jobs.h"
#include "app/jobs/measuring.h"
#include "app/views/parts/large_bars.h"
#include "app/views/parts/step_state.h"
#include "app/views/speed/code_panel.h"
#include "app/views/speed/measured.h"
#include "app/views/speed/roofline.h"
#include "app/views/speed/speed_text.h"
#include "app/views/speed/way_rows.h"
#include "app/views/view.h"
#include "core/scenes/records/matrix_product_speed.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

constexpr std::string_view kWayKey = "way";
constexpr std::string_view kWays = "ways", kRoofline = "roofline", kCode = "code",
                           kDifferences = "differences";

using Record = MatrixProductSpeedRecord;

constexpr std::size_t kShader = Record::ways.size();  // the way behind them
constexpr int kLargest = 2048;                        // its three matrices take 50 MB

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
           "bar is what the cores it uses can do at best. Click a row to choose its way. In the "
           "roofline a disc is a way; the ring is where it would stand if every number that its "
           "code asks for came from the memory. A roof of \"at least\" so much was measured beside "
           "other programs, and a faster run has raised it. Small discs are sizes that you "
           "measured before. Touch a disc or a row for the slowest run and the median.";
  }

  void begin_parts(Ui& ui, Session& session) override { follow(ui, session); }

  std::vector<std::string> draw_part(Ui& ui, Session& session, std::string_view part,
                                     Rect area) override {
    if (part == kWays) {
      // How many operations a second is known once it is known how many there are.
      const auto clicked = draw_way_rows(ui, *now_, chosen_, session.asking(), area);
      if (clicked) chosen_ = *clicked;
    } else if (part == kCode && chosen_ < now_->ways.size()) {
      code_.draw(ui, now_->ways[chosen_].file, now_->ways[chosen_].code, area);
    } else if (part == kDifferences) {
      draw_differences(ui, session, area);
    } else if (part == kRoofline) {
      draw_roof(ui, session, area);
    }
    return {};
  }

  // Where it is measured, how far that is, and a button that begins anew.
  float draw_controls(Ui& ui, Session& session, Rect area) override {
    follow(ui, session);
    std::string machine = machine_;
    for (const ProductTimes& way : now_->ways) machine += way.where.empty() ? "" : "; " + way.where;
    const Rect row = area.take_top(ui.theme.px(34));
    measured_.draw_row(ui, session, std::move(machine), row);
    return row.h;
  }

 private:
  // A step speaks of one way.
  void follow(Ui& ui, Session& session) {
    now_ = keep(ui, session);
    if (!entered_.entered(session)) return;
    chosen_ = 0;
    const auto& record = session.run()->records.get<Record>();
    const std::string path = focus_path(session, session.step);
    const Var focus = step_focus(session);
    for (std::size_t i = 0; i < kShader; ++i) {
      if (is_within(path, Record::ways[i])) chosen_ = i;
    }
    if (focus && focus == record.cells) chosen_ = kShader;  // a thread for each cell
    if (const auto way = state_number(session, kWayKey)) {
      chosen_ = static_cast<std::size_t>(std::clamp(*way - 1, 0, static_cast<int>(kShader)));
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

  void draw_roof(Ui& ui, const Session& session, Rect area) {
    RooflineSpec spec{now_,
                      session.jobs().measurements().products(now_->size, measured_.asked().backend),
                      {},
                      chosen_};
    const Tape& tape = session.run()->tape;
    const auto& record = session.run()->records.get<Record>();
    const bool roofs_alone = step_focus(session) == record.intensity;  // the rings come later
    for (const Var asked : record.way_intensity) {
      if (roofs_alone) break;
      spec.asked.push_back(asked ? std::optional<double>(tape.value(asked)(0, 0)) : std::nullopt);
    }
    if (const auto clicked = draw_roofline(ui, spec, area)) chosen_ = *clicked;
  }

  // How far the results are from those of the first way.
  void draw_differences(Ui& ui, Session& session, Rect area) const {
    LargeBars list;
    list.id = "differences";
    list.title = fmt::format("largest difference from the first way; numbers go up to {}",
                             format_digits(now_->largest, 3));
    double most = 0;
    for (const ProductTimes& way : now_->ways) most = std::max(most, way.difference);
    // Two digits of the largest.
    const int decimals =
        most > 0 ? std::clamp(1 - static_cast<int>(std::floor(std::log10(most))), 0, 9) : 0;
    for (std::size_t i = 0; i < now_->ways.size(); ++i) {
      const ProductTimes& way = now_->ways[i];
      if (way.timing.runs == 0) continue;
      Bar bar{.name = way.name, .cell = {}, .value = way.difference};
      bar.number = fmt::format("{:.{}f}", way.difference, decimals);
      bar.color = series_color(ui.theme, i);
      list.bars.bars.push_back(std::move(bar));
    }
    draw_large_bars(ui, session, list, area);
  }

  Measured<ProductJob, Asked> measured_{begin};
  const std::string machine_ = described(this_machine());
  std::size_t chosen_ = 0;
  StepState entered_;
  std::shared_ptr<const ProductSnapshot> now_;  // of this frame
  CodePanel code_;
};

const RegisterView registered{"matrix-product-speed",
                              [] { return std::unique_ptr<View>(new MatrixProductSpeed); },
                              {.state = {state_spec(kWayKey, 1, static_cast<int>(kShader) + 1,
                                                    "The way that is chosen, from 1: the row")},
                               .parts = {{.name = kWays, .share = 0.3F},
                                         {.name = kRoofline},
                                         {.name = kCode},
                                         {.name = kDifferences}}}};

}  // namespace

}  // namespace glassformer
