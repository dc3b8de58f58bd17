#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "app/views/language/pretraining_pictures.h"
#include "app/views/parts/touch_cell.h"
#include "app/widgets/curve.h"
#include "core/scenes/records/pre_training.h"

namespace glassformer {

namespace {

// A logarithmic axis has no 0: what was before the first step stands where the first one does, and
// the name of the axis says so.
constexpr const char* kSteps = "step (0 stands at 1)";

double on_log_axis(double step) {
  return std::max(1.0, step);
}

Curve level(std::string name, Color color, double y, double end) {
  return {std::move(name), color, {1, end}, {y, y}, false};
}

double end_of(const PreTrainingRecord& record) {
  double end = on_log_axis(static_cast<double>(record.steps.back()));
  if (!record.loss_steps.empty()) end = std::max(end, record.loss_steps.back());
  return std::max(end, 10.0);
}

double marked_step(const PreTrainingRecord& record) {
  return on_log_axis(static_cast<double>(record.steps[record.moment]));
}

Curve held_out_curve(const Run& run, const PreTrainingRecord& record, Color color) {
  Curve curve{"held out", color, {}, {}, true};
  const Mat& values = run.tape.value(record.held_out);
  for (std::size_t m = 0; m < record.steps.size(); ++m) {
    curve.x.push_back(on_log_axis(static_cast<double>(record.steps[m])));
    curve.y.push_back(double{values(static_cast<int>(m), 0)});
  }
  return curve;
}

}  // namespace

void draw_pretraining_losses(Ui& ui, const Session& session, Rect area) {
  const RunPtr run = session.run();
  const auto& record = run->records.get<PreTrainingRecord>();
  if (hides(session, cell_of(run->tape, record.held_out, 0, 0))) {
    return draw_empty_place(ui, "The loss", area);
  }
  const Theme& theme = ui.theme;
  const double end = end_of(record);
  CurveSpec spec{.id = "pre-training losses",
                 .x_name = kSteps,
                 .y_name = "loss in nats",
                 .log_x = true,
                 .marker_x = marked_step(record)};
  const Mat& counted = run->tape.value(record.counted);
  const std::vector<std::string> names =
      record.words ? std::vector<std::string>{"all words alike", "words counted", "pairs counted",
                                              "triples counted"}
                   : std::vector<std::string>{"all tokens alike", "tokens counted", "pairs counted",
                                              "triples counted"};
  for (int i = 0; i < counted.rows(); ++i) {
    spec.curves.push_back(
        level(names[static_cast<std::size_t>(i)], theme.soft_ink, double{counted(i, 0)}, end));
  }
  if (record.losses) {
    const Mat& losses = run->tape.value(record.losses);
    Curve batches{"each batch", theme.tensor(Role::key), record.loss_steps, {}, false};
    for (int i = 0; i < losses.rows(); ++i) batches.y.push_back(double{losses(i, 0)});
    if (batches.x.size() > 1) spec.curves.push_back(std::move(batches));
  }
  spec.curves.push_back(held_out_curve(*run, record, theme.tensor(Role::value)));
  draw_curve(ui, spec, area);
}

void draw_token_kinds(Ui& ui, const Session& session, Rect area) {
  const RunPtr run = session.run();
  const auto& record = run->records.get<PreTrainingRecord>();
  const Theme& theme = ui.theme;
  CurveSpec spec{.id = "token kinds",
                 .x_name = kSteps,
                 .y_name = record.words ? "% on the right word" : "% on the right token",
                 .log_x = true,
                 .zero_y = true,
                 .marker_x = marked_step(record)};
  const auto add = [&](std::string name, Role role, Var var) {
    if (hides(session, cell_of(run->tape, var, 0, 0))) return;
    const Mat& values = run->tape.value(var);
    Curve curve{std::move(name), theme.tensor(role), {}, {}, true};
    for (int m = 0; m < values.rows(); ++m) {
      const auto step = static_cast<double>(record.steps[static_cast<std::size_t>(m)]);
      curve.x.push_back(on_log_axis(step));
      curve.y.push_back(100 * double{values(m, 0)});
    }
    spec.curves.push_back(std::move(curve));
  };
  add("it is frequent", Role::key, record.frequent);
  add("the one before tells it", Role::output, record.one_before);
  add("three before tell it", Role::value, record.further_back);
  draw_curve(ui, spec, area);
}

void draw_few(Ui& ui, const Session& session, Rect area) {
  const RunPtr run = session.run();
  const auto& record = run->records.get<PreTrainingRecord>();
  const Theme& theme = ui.theme;
  CurveSpec spec{.id = "few sentences", .x_name = "step", .y_name = "loss in nats", .zero_y = true};
  const Color held = theme.tensor(Role::value), read = theme.tensor(Role::key);
  if (!record.few_read) {  // one's own training: its own two curves
    Curve batches{"read", read, record.loss_steps, {}, false};
    for (std::size_t i = 0; i < record.loss_steps.size(); ++i) {
      batches.y.push_back(double{run->tape.value(record.losses)(static_cast<int>(i), 0)});
    }
    if (batches.x.size() > 1) spec.curves.push_back(std::move(batches));
    spec.curves.push_back(held_out_curve(*run, record, held));
    draw_curve(ui, spec, area);
    return;
  }
  const bool asked = hides(session, cell_of(run->tape, record.few_unread, 0, 0));
  Curve all = held_out_curve(*run, record, theme.soft_ink);
  all.name = "held out, all sentences";
  spec.curves.push_back(std::move(all));
  const auto add = [&](std::string name, Color color, Var var) {
    const Mat& values = run->tape.value(var);
    Curve curve{std::move(name), color, record.few_steps, {}, true};
    for (int i = 0; i < values.rows(); ++i) curve.y.push_back(double{values(i, 0)});
    spec.curves.push_back(std::move(curve));
  };
  add("read", read, record.few_read);
  if (!asked) add("held out", held, record.few_unread);
  if (asked) spec.top_y = 8;
  draw_curve(ui, spec, area);
}

}  // namespace glassformer
