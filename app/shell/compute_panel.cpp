#include "app/shell/compute_panel.h"

#include <fmt/format.h>

#include <array>
#include <string>
#include <thread>

#include "app/platform/processor.h"
#include "app/widgets/formula.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

std::string time_text(double milliseconds) {
  if (milliseconds < 0.01) return "< 0.01 ms";
  return milliseconds < 1000 ? fmt::format("{:.3g} ms", milliseconds)
                             : fmt::format("{:.1f} s", milliseconds / 1000);
}

std::string processor_text() {
  const Processor processor = this_processor();
  return fmt::format("{}, {} threads", processor.model.empty() ? "the processor" : processor.model,
                     processor.threads);
}

std::string card_text(const GraphicsCard& card) {
  if (!card.backend) return card.why_not;
  return card.software
             ? fmt::format("no graphics card; {} runs the shaders on the processor", card.name)
             : card.name;
}

}  // namespace

void ComputePanel::draw_chip(Ui& ui, const Session& session, Rect area) {
  const Theme& theme = ui.theme;
  chip_ = area;
  const Run& run = *session.run();
  const Touch touch = ui.touch(Ui::id("where it is computed"), area);
  const bool pressed = ui.stop(Ui::id("where it is computed"), area).pressed;
  if (touch.hovered || open_) ui.canvas.fill(area, theme.raised, theme.px(7));
  std::string words = run.on_device ? "GPU" : "CPU";
  // Not in a picture: no two of one lesson would be equal.
  if (!ui.input.still) words += "  " + time_text(run.milliseconds);
  ui.canvas.text_in(area.inset(theme.px(8), 0), words, theme.number(),
                    touch.hovered || open_ ? theme.ink : theme.soft_ink, Align::right);
  if (touch.hovered && !open_) {
    ui.tip(run.on_device ? "Computed on the graphics card; the time of the last forward pass. "
                           "Click to choose and compare"
                         : "Computed on the processor; the time of the last forward pass. Click "
                           "to choose and compare");
  }
  if (touch.clicked || pressed) {
    if (open_) {
      close();
    } else {
      open_ = true;
    }
  }
}

void ComputePanel::close() {
  open_ = false;
  both_.reset();
  asked_.reset();
}

void ComputePanel::draw(Ui& ui, Session& session, Settings& settings, Rect whole) {
  const Theme& theme = ui.theme;
  Canvas& canvas = ui.canvas;
  const GraphicsCard& card = card_();
  const float w = theme.px(430), h = theme.px(card.backend ? 262.0F : 296.0F);
  const Rect box{std::min(chip_.right() - w, whole.right() - w - theme.px(12)),
                 chip_.bottom() + theme.px(8), w, h};
  const int layer = canvas.layer();
  canvas.set_layer(1);
  ui.cover(box);
  canvas.fill(box, theme.page, theme.px(12));
  canvas.frame(box, theme.rule, theme.px(1), theme.px(12));
  Rect rest = box.inset(theme.px(20), theme.px(16));
  canvas.text_in(rest.take_top(theme.px(26)), "Where it is computed", theme.heading(), theme.ink);
  rest.take_top(theme.px(8));
  static const std::vector<std::string> names{"Auto", "CPU", "GPU"};
  settings.where = static_cast<Where>(
      ui.segments("where", names, static_cast<int>(settings.where), rest.take_top(theme.px(36))));
  rest.take_top(theme.px(10));
  draw_comparison(ui, session, card, rest);
  canvas.set_layer(layer);
  const bool elsewhere =
      ui.input.down && !box.contains(ui.input.mouse) && !chip_.contains(ui.input.mouse);
  if (elsewhere || ui.pressed(Key::escape)) close();
}

void ComputePanel::draw_comparison(Ui& ui, const Session& session, const GraphicsCard& card,
                                   Rect area) {
  const Theme& theme = ui.theme;
  Canvas& canvas = ui.canvas;
  std::optional<BothWays::Answer> answer;
  if (card.backend) {
    if (asked_ != session.run()) {
      asked_ = session.run();
      if (!both_) both_ = std::make_unique<BothWays>();
      both_->ask(session.shown(), card.backend);
    }
    answer = both_->answer(ui.input.still);
    if (!answer) ui.request_frame();
  }
  const auto row = [&](std::string_view name, const std::string& time, const std::string& what) {
    Rect line = area.take_top(theme.px(22));
    canvas.text_in(line.take_left(theme.px(48)), name, theme.body(), theme.ink);
    canvas.text_in(line, time, theme.number(), theme.ink, Align::right);
    FormulaStyle words;
    words.size = theme.px(16);
    words.ink = theme.soft_ink;
    // A reason may be a sentence or two.
    area.take_top(draw_prose(ui, what, area.origin(), area.w, theme.small(), words).height +
                  theme.px(8));
  };
  const bool fine = answer && answer->error.empty();
  row("CPU", fine ? time_text(answer->cpu) : "", processor_text());
  row("GPU", fine ? time_text(answer->gpu) : "", card_text(card));
  std::string verdict;
  if (answer && !fine) verdict = answer->error;
  if (fine && answer->path.empty()) verdict = "Both give the same numbers, to the last digit";
  if (fine && !answer->path.empty()) {
    verdict = fmt::format("Largest difference {}, in {}", format_digits(answer->difference, 2),
                          answer->path);
  }
  if (card.backend && !answer) verdict = "Computing both ways …";
  canvas.text_in(area.take_top(theme.px(24)), verdict, theme.small(), theme.ink);
}

}  // namespace glassformer
