#include "app/views/language/pretraining_settings.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/tensor/error.h"

namespace glassformer {

void PretrainingSettings::show(const PretrainingPlan& plan) {
  plan_ = plan;
  if (!plan.file.empty()) own_ = plan.file;
}

void PretrainingSettings::learn_from(const std::string& file) {
  own_ = plan_.file = file;
}

void PretrainingSettings::learn_from_world() {
  plan_.file.clear();
}

bool PretrainingSettings::draw(Ui& ui, Rect& area) {
  const Theme& theme = ui.theme;
  const PretrainingPlan before = plan_;
  const bool one_row = area.w > theme.px(1180);
  Rect row = area.take_top(theme.px(32));
  draw_text(ui, row);
  if (!one_row) {
    area.take_top(theme.px(5));
    row = area.take_top(theme.px(32));
  }
  draw_network(ui, row);
  if (plan_ == before) return false;
  try {
    check(plan_);
    return true;
  } catch (const UserError& error) {
    refused_ = error.what();
    plan_ = before;
    return false;
  }
}

void PretrainingSettings::draw_text(Ui& ui, Rect& row) {
  const Theme& theme = ui.theme;
  std::vector<std::string> labels{"Small world"};
  std::vector<std::string> tips{
      "145,000 sentences that the program makes; or drop a text of your own on the window (.txt, "
      ".gz)"};
  if (!own_.empty()) {
    const std::string name = std::filesystem::path(own_).filename().string();
    labels.push_back(ui.canvas.elided(name, theme.small(), theme.px(150)));
    tips.push_back(own_);
  }
  float width = 0;
  for (const std::string& label : labels) {
    width += ui.canvas.width(label, theme.small()) + theme.px(26);
  }
  const int chosen = plan_.file.empty() ? 0 : 1;
  const int picked = ui.segments("pre-training text", labels, chosen, row.take_left(width), tips);
  if (picked != chosen) plan_.file = picked == 0 ? std::string() : own_;
  row.take_left(theme.px(10));
  const auto tokens = static_cast<int>(plan_.tokens);
  const int cut = ui.segments(
      "pre-training tokens", {"Words", "Characters", "Pieces"}, tokens,
      row.take_left(theme.px(236)),
      {"A token is a word", "A token is a character", "Byte pair encoding of 1000 pieces"});
  plan_.tokens = static_cast<LearnedTokenizer::Kind>(cut);
  row.take_left(theme.px(10));
}

void PretrainingSettings::draw_network(Ui& ui, Rect& row) {
  const Theme& theme = ui.theme;
  const int shape = plan_.llama ? 1 : 0;
  plan_.llama =
      ui.segments("pre-trained network", {"GPT", "Llama"}, shape, row.take_left(theme.px(130)),
                  {"Layer norms, learned positions, GELU, as in GPT-2",
                   "RMS norms, rotary positions, gates, no biases, as in Llama"}) == 1;
  row.take_left(theme.px(12));
  draw_number(ui, "layers", "Blocks of attention and feed-forward network",
              &PretrainingPlan::layers, {1, 8}, row);
  draw_number(ui, "heads", "Heads of each attention", &PretrainingPlan::heads, {1, 16}, row);
  draw_number(ui, "width", "Numbers that stand for one token", &PretrainingPlan::width, {4, 256},
              row);
  draw_number(ui, "steps", "Of training; over the second half the learning rate falls to 0",
              &PretrainingPlan::steps, {10, 100'000}, row);
}

void PretrainingSettings::draw_number(Ui& ui, const char* name, const char* meaning,
                                      int PretrainingPlan::*field, std::pair<int, int> range,
                                      Rect& row) {
  const Theme& theme = ui.theme;
  const float label = ui.canvas.width(name, theme.small()) + theme.px(8),
              box = theme.px(range.second > 9999 ? 70 : 48);
  Rect place = row.take_left(label + box);
  row.take_left(theme.px(10));
  if (ui.hovering(place)) ui.tip(meaning);
  ui.canvas.text_in(place.take_left(label), name, theme.small(), theme.soft_ink);
  std::string& typed = typed_[name];
  const std::string shown = std::to_string(plan_.*field);
  if (!ui.text_active()) typed = shown;
  if (!ui.text_field(name, typed, place)) return;
  const std::optional<double> value = parse_number(typed);
  if (value && *value >= range.first && *value <= range.second && *value == std::floor(*value)) {
    plan_.*field = static_cast<int>(*value);
    return;
  }
  refused_ = fmt::format("{} = {} cannot be: it must be a whole number from {} to {}", name, typed,
                         range.first, range.second);
  typed = shown;
}

}  // namespace glassformer
