#include "app/views/vectors/word_training_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <vector>

#include "core/text/number_format.h"

namespace glassformer {

namespace {

using State = VectorTrainingSnapshot::State;
using Source = WordTrainingPlan::Source;

std::string preparing(const WordTrainingPlan& plan) {
  std::string words = plan.source == Source::world     ? "Writing the corpus from its facts"
                      : plan.source == Source::wordnet ? "Reading WordNet's definitions"
                                                       : "Reading " + plan.text.filename().string();
  if (plan.model == WordTrainingPlan::Model::glove) words += ", and counting who is near whom";
  return words + " …";
}

}  // namespace

std::string state_of(const VectorTrainingSnapshot& now, const WordTrainingPlan& plan) {
  if (!now.vectors) return {};
  const bool running = now.state == State::running;
  std::string words = fmt::format("{:.0f} %", 100 * now.progress);
  if (now.state == State::finished) words = "finished";
  if (!plan.in_rounds()) {
    if (running) return "counts, and decomposes the counts …";
    if (!now.scores.empty() && std::isfinite(now.scores.back().accuracy)) {
      words += fmt::format("   {:.1f} % of the analogies   {:.1f} s",
                           100 * now.scores.back().accuracy, now.seconds);
    }
    return words;
  }
  if (!now.losses.empty()) {
    words += fmt::format("   loss {:.3f}   {} {}/s", now.losses.back().loss,
                         format_quantity(now.words_per_second, ""), now.counted);
    if (running) words += fmt::format("   {:.0f} s left", now.seconds_left);
  }
  return words;
}

void draw_preparing(Ui& ui, const WordTrainingPlan& plan, const VectorTrainingSnapshot& now,
                    double seconds, Rect area) {
  const Theme& theme = ui.theme;
  std::string words = preparing(plan);
  const bool partly = now.progress > 0 && now.progress < 1;
  if (partly) {
    words += fmt::format("   {:.0f} %   {:.0f} s left", 100 * now.progress,
                         seconds * (1 - now.progress) / now.progress);
  }
  ui.canvas.text_in(area.take_top(theme.px(30)), words, theme.body(), theme.soft_ink);
  if (!partly) return;
  Rect bar = area.take_top(theme.px(6));
  ui.canvas.fill(bar, theme.pressed, theme.px(3));
  bar.w *= static_cast<float>(now.progress);
  ui.canvas.fill(bar, theme.accent, theme.px(3));
}

void draw_notes(Ui& ui, const VectorTrainingSnapshot& now, Rect& area) {
  const Theme& theme = ui.theme;
  area.take_top(theme.px(8));
  // In a low window they share a line.
  const bool low = area.h < theme.px(400);
  const std::string joined = fmt::format("{}", fmt::join(now.notes, " "));
  for (const std::string& plain : low ? std::vector{joined} : now.notes) {
    const std::string note = typeset_numbers(plain);
    const Rect row = area.take_top(theme.px(20));
    ui.canvas.text_in(row, note, theme.small(), theme.soft_ink);
    if (ui.hovering(row)) ui.tip(note);  // where it is cut
  }
}

}  // namespace glassformer
