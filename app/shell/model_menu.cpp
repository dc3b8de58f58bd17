#include "app/shell/model_menu.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/jobs/jobs.h"
#include "app/jobs/model_reading.h"
#include "app/jobs/training.h"
#include "app/shell/use_model.h"
#include "app/views/view.h"
#include "app/widgets/formula.h"
#include "core/lesson/forms.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

struct Shipped {
  const char* name;
  const char* what;
};
constexpr std::array<Shipped, 6> kShipped{{
    {"en-fr", "Transformer, English to French"},
    {"en-de", "Transformer, English to German"},
    {"gru-bahdanau", "GRU with Bahdanau's attention, English to French"},
    {"gru-luong", "GRU with Luong's attention, English to French"},
    {"gru-vector", "GRU without attention, English to French"},
    {"gpt", "decoder alone, English: predicts the next word"},
}};

CheckpointPtr shipped_model(const char* name) {  // null: it is not there
  try {
    return load_shipped(name);
  } catch (const UserError&) {
    return nullptr;
  }
}

}  // namespace

bool ModelMenu::matters(const Session& session) {
  return uses(session.inputs(), slots::model) &&
         view_traits(session.lesson().view).fills != slots::model.name;
}

std::string ModelMenu::shipped_name(const CheckpointPtr& model) {
  for (const Shipped& shipped : kShipped) {
    if (model && model == shipped_model(shipped.name)) return shipped.name;
  }
  return {};
}

void ModelMenu::add(std::string name, CheckpointPtr model) {
  // A file that is opened again takes the place of what it held before.
  std::erase_if(opened_, [&](const auto& opened) { return opened.first == name; });
  opened_.emplace_back(std::move(name), std::move(model));
}

std::vector<ModelMenu::Entry> ModelMenu::entries(const Session& session) const {
  std::vector<Entry> all;
  // What the open lesson cannot show is not offered there.
  const auto offer = [&](std::string name, std::string what, CheckpointPtr model) {
    if (!model || !takes_in_some_form(session.lesson(), slots::model.name, Resource(model))) {
      return;
    }
    all.push_back({std::move(name), std::move(what), std::move(model)});
  };
  for (const Shipped& shipped : kShipped) {
    offer(shipped.name, shipped.what, shipped_model(shipped.name));
  }
  for (const auto& [name, model] : opened_) offer(name, model->network->summary(), model);
  if (const auto& training = session.jobs().training()) {
    const TrainingSnapshotPtr now = training->latest();
    if (now->model && now->step > 0) {
      offer("trained here", fmt::format("as it is now, after step {}", now->step), now->model);
    }
  }
  for (const SetAside& aside : session.jobs().set_aside()) {
    if (aside.model)
      offer(glassformer::name_of(aside), "trained here, and waits", aside.model->latest()->model);
  }
  return all;
}

std::string ModelMenu::name_of(const Session& session) const {
  const CheckpointPtr model = session.inputs().resources.get(slots::model);
  if (!model) {
    return text(session.inputs(), slot_use(session.inputs(), slots::model.name)->stand_in);
  }
  for (const auto& [name, opened] : opened_) {
    if (opened == model) return name;
  }
  for (const SetAside& aside : session.jobs().set_aside()) {
    if (aside.model && aside.model->latest()->model == model) return glassformer::name_of(aside);
  }
  if (const std::string shipped = shipped_name(model); !shipped.empty()) return shipped;
  if (!model->called.empty()) return model->called;  // on the command line
  return is_made_here(*model) ? "trained here" : "a file";
}

float ModelMenu::chip_width(const Ui& ui, const Session& session) const {
  const float name = ui.canvas.width(name_of(session), ui.theme.small());
  return std::min(name, ui.theme.px(130)) + ui.theme.px(34);
}

void ModelMenu::draw_chip(Ui& ui, const Session& session, Rect area) {
  const Theme& theme = ui.theme;
  chip_ = area;
  const Touch touch = ui.touch(Ui::id("which model"), area);
  const bool pressed = ui.stop(Ui::id("which model"), area).pressed;
  const bool lit = touch.hovered || open_;
  if (lit) ui.canvas.fill(area, theme.raised, theme.px(7));
  Rect inner = area.inset(theme.px(8), 0);
  const Vec tip = inner.take_right(theme.px(14)).center();
  const float arm = theme.px(4);
  const Color ink = lit ? theme.ink : theme.soft_ink;
  ui.canvas.polyline({tip + Vec{-arm, -arm / 2}, tip + Vec{0, arm / 2}, tip + Vec{arm, -arm / 2}},
                     ink, theme.px(1.5F));
  ui.canvas.text_in(inner, name_of(session), theme.small(), ink);
  if (touch.clicked || pressed) {
    open_ = !open_;
    ui.request_frame();
  }
  if (touch.hovered && !open_) ui.tip("The trained model that is shown. Click to choose another");
}

void ModelMenu::draw(Ui& ui, Session& session, Rect whole) {
  const Theme& theme = ui.theme;
  Canvas& canvas = ui.canvas;
  const std::vector<Entry> all = entries(session);
  FormulaStyle style;
  style.size = theme.px(16);
  style.ink = theme.faint_ink;
  constexpr const char* own =
      "Drop a file that “glassformer train” wrote on the window. If this lesson can show it, it is "
      "here too.";
  const float row = theme.px(50), w = theme.px(360), pad = theme.px(20);
  const float words = draw_prose(ui, own, {0, 0}, w - 2 * pad, theme.small(), style, false).height;
  const float h =
      theme.px(32) + theme.px(44) + row * static_cast<float>(all.size()) + words + theme.px(8);
  const Rect box{std::clamp(chip_.right() - w, whole.x, whole.right() - w - theme.px(12)),
                 chip_.bottom() + theme.px(8), w, h};
  const int layer = canvas.layer();
  canvas.set_layer(1);
  ui.cover(box);
  canvas.fill(box, theme.page, theme.px(12));
  canvas.frame(box, theme.rule, theme.px(1), theme.px(12));
  Rect rest = box.inset(pad, theme.px(16));
  canvas.text_in(rest.take_top(theme.px(26)), "Which model", theme.heading(), theme.ink);
  rest.take_top(theme.px(8));
  const std::string now = name_of(session);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Entry& entry = all[i];
    const Rect place = rest.take_top(row).inset(-theme.px(8), theme.px(2));
    const Touch touch = ui.touch(Ui::id("model", i), place);
    const bool pressed = ui.stop(Ui::id("model", i), place).pressed;
    const bool chosen = entry.name == now;
    if (chosen || touch.hovered) {
      canvas.fill(place, chosen ? theme.raised : theme.panel, theme.px(7));
    }
    if (chosen) canvas.frame(place, theme.accent, theme.px(1.5F), theme.px(7));
    Rect text_place = place.inset(theme.px(8), theme.px(3));
    canvas.text_in(text_place.take_top(text_place.h / 2), entry.name, theme.body(), theme.ink);
    canvas.text_in(text_place, entry.what, theme.small(), theme.soft_ink);
    if (!touch.clicked && !pressed) continue;
    use_model(session, entry.model);
    close();
    ui.request_frame();
  }
  rest.take_top(theme.px(8));
  draw_prose(ui, own, rest.origin(), rest.w, theme.small(), style);
  canvas.set_layer(layer);
  const bool elsewhere =
      ui.input.down && !box.contains(ui.input.mouse) && !chip_.contains(ui.input.mouse);
  if (elsewhere || ui.pressed(Key::escape)) close();
}

}  // namespace glassformer
