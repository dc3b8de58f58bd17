#include "app/shell/model_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/files/model_facts.h"
#include "app/shell/icons.h"
#include "app/shell/model_lessons.h"
#include "app/widgets/formula.h"
#include "app/widgets/scroll.h"

namespace glassformer {

namespace {

using Object = nlohmann::ordered_json;

struct Known {
  std::string_view architecture, is, without_lesson;
};
constexpr std::string_view kSamples =
    "No lesson of this version runs on it. On the command line “glassformer sample” writes with "
    "it.";
constexpr std::string_view kWithoutTokenizer =
    "“The next word” runs on it once its tokenizer lies beside it: vocab.json and merges.txt, or "
    "tokenizer.json.";
constexpr std::array<Known, 7> kKnown{{
    {"transformer", "a Transformer", "No lesson of this version runs on it."},
    {"gpt", "a GPT: it predicts the next piece of a text", kWithoutTokenizer},
    {"bert", "a BERT: it reads a text in both directions and fills in masked words",
     "No lesson of this version runs on it."},
    {"seq2seq", "a recurrent encoder-decoder", "No lesson of this version runs on it."},
    {"recurrent-lm", "a recurrent language model: it predicts the next piece of a text", kSamples},
    {"conv-seq2seq", "a convolutional encoder-decoder", "No lesson of this version runs on it."},
    {"nplm", "Bengio's language model: it predicts the next word from those before", kSamples},
}};

Known known(std::string_view architecture) {
  const auto* const found = std::ranges::find(kKnown, architecture, &Known::architecture);
  return found == kKnown.end() ? Known{architecture, architecture, kKnown[0].without_lesson}
                               : *found;
}

Color fill_of(const Theme& theme, ModelBox::Kind kind) {
  switch (kind) {
    case ModelBox::Kind::embedding:
      return theme.tensor(Role::input);
    case ModelBox::Kind::attention:
      return theme.tensor(Role::query);
    case ModelBox::Kind::feed_forward:
      return theme.tensor(Role::value);
    case ModelBox::Kind::recurrent:
      return theme.tensor(Role::key);
    case ModelBox::Kind::output:
      return theme.tensor(Role::output);
    case ModelBox::Kind::other:
      break;
  }
  return theme.raised;
}

void draw_box(Ui& ui, const ModelBox& box, Rect place) {
  const Theme& theme = ui.theme;
  const Color fill = mix(theme.page, fill_of(theme, box.kind), 0.35F);
  ui.canvas.fill(place, fill, theme.px(7));
  ui.canvas.frame(place, fill_of(theme, box.kind), theme.px(1), theme.px(7));
  Rect words = place.inset(theme.px(8), theme.px(3));
  if (place.h < theme.px(40)) {
    ui.canvas.text_in(words, box.label, theme.small(), theme.ink, Align::center);
    return;
  }
  ui.canvas.text_in(words.take_top(words.h / 2), box.label, theme.small(), theme.ink,
                    Align::center);
  ui.canvas.text_in(words, box.detail, theme.small(), theme.soft_ink, Align::center);
}

// From the bottom to the top, with what is repeated in a frame.
void draw_stack(Ui& ui, const ModelStack& stack, Rect area) {
  const Theme& theme = ui.theme;
  Canvas& canvas = ui.canvas;
  if (!stack.title.empty()) {
    canvas.text_in(area.take_top(theme.px(28)), stack.title, theme.small(), theme.soft_ink,
                   Align::center);
  }
  const std::size_t boxes = stack.below.size() + stack.layer.size() + stack.above.size();
  if (boxes == 0) return;
  const float gap = theme.px(10), frame = stack.layers > 0 ? theme.px(12) : 0;
  const float room =
      (area.h - 2 * frame - gap * static_cast<float>(boxes + 1)) / static_cast<float>(boxes);
  const float high = std::min(theme.px(52), room);
  const float side = theme.px(38);
  // As high as it needs, from the top on.
  area = area.take_top(high * static_cast<float>(boxes) + gap * static_cast<float>(boxes + 1) +
                       2 * frame);
  Rect column = area.inset(side, 0);
  const auto put = [&](const ModelBox& box) {
    const Rect place = column.take_bottom(high);
    draw_box(ui, box, place);
    column.take_bottom(gap);
    return place;
  };
  std::vector<Rect> places;
  for (const ModelBox& box : stack.below) places.push_back(put(box));
  if (!stack.layer.empty()) {
    column.take_bottom(frame);
    Rect all;
    for (const ModelBox& box : stack.layer) {
      const Rect place = put(box);
      all = all.w > 0 ? Rect{all.x, place.y, all.w, all.bottom() - place.y} : place;
      places.push_back(place);
    }
    column.take_bottom(frame);
    const Rect around = all.inset(-theme.px(10));
    canvas.frame(around, theme.rule, theme.px(1.5F), theme.px(9));
    canvas.text_in({around.right() + theme.px(4), around.y, side, around.h},
                   fmt::format("× {}", stack.layers), theme.body(), theme.ink);
  }
  for (const ModelBox& box : stack.above) places.push_back(put(box));
  for (std::size_t i = 0; i + 1 < places.size(); ++i) {
    const Vec from{places[i].center().x, places[i].y};
    canvas.line(from, {from.x, places[i + 1].bottom()}, theme.soft_ink, theme.px(1.2F));
  }
}

}  // namespace

void ModelPage::open(std::string named, CheckpointPtr model, const std::vector<Lesson>& lessons) {
  named_ = std::move(named);
  model_ = std::move(model);
  const std::string all = model_facts(named_, *model_);
  const Object facts = Object::parse(all);
  const Known is = known(model_->network->architecture());
  what_ = fmt::format("This is {}; {}, {} parameters.", is.is, model_->network->summary(),
                      grouped(facts.at("parameters").get<std::int64_t>()));
  const std::string wrong = not_finite(*model_);
  if (!wrong.empty()) what_ += fmt::format(" {}: whatever it computes is nan.", wrong);
  for (const std::string& note : model_->notes) what_ += " Note: " + note + ".";
  no_lesson_ = is.without_lesson;
  stacks_ = model_boxes(all);
  lessons_ = lessons_for(lessons, model_);
  if (!wrong.empty()) {
    no_lesson_ =
        "No lesson takes it, for all that it could show is nan. Train it again, or get it "
        "again.";
    lessons_.clear();
  }
  choice_ = 0;
  facts_offset_ = lessons_offset_ = 0;
  facts_.clear();
  const auto add = [&](std::string name, std::string value) {
    facts_.push_back({std::move(name), std::move(value)});
  };
  const auto head = [&](const char* name) { facts_.push_back({name, {}, true}); };
  head("Sizes");
  for (const auto& [name, value] : facts.at("config").items()) {
    add(name, value.is_string() ? value.get<std::string>() : value.dump());
  }
  head("Parameters");
  for (const auto& part : facts.at("parts")) {
    add(part.at("part").get<std::string>(), grouped(part.at("parameters").get<std::int64_t>()));
  }
  std::string stored;
  for (const auto& type : facts.at("stored")) {
    stored += (stored.empty() ? "" : ", ") + type.get<std::string>();
  }
  add("stored as", stored);
  head("Tokenizers");
  const auto& tokenizers = facts.at("tokenizers");
  for (std::size_t i = 0; i < tokenizers.size(); ++i) {
    const std::string side = tokenizers.size() == 1 ? "of its text"
                             : i == 0               ? "of the source"
                                                    : "of the target";
    add(side, fmt::format("{}, {} pieces", tokenizers[i].at("kind").get<std::string>(),
                          grouped(tokenizers[i].at("size").get<std::int64_t>())));
  }
  if (tokenizers.empty()) add("none came with it", "it takes numbers, not text");
  head("Origin");
  add(facts.at("origin").get<std::string>(), "");
}

void ModelPage::draw_facts(Ui& ui, Rect area) {
  const Theme& theme = ui.theme;
  Canvas& canvas = ui.canvas;
  Scroll scroll(ui, facts_offset_, area, theme.px(48));
  Rect rest = scroll.page();
  const float top = rest.y;
  rest.w -= theme.px(14);
  for (const Fact& fact : facts_) {
    if (fact.heading) {
      if (rest.y > top) rest.take_top(theme.px(8));
      canvas.text_in(rest.take_top(theme.px(28)), fact.name, theme.small(), theme.faint_ink);
      continue;
    }
    if (fact.value.empty()) {
      FormulaStyle style;
      style.size = theme.px(14);
      style.ink = theme.ink;
      rest.take_top(draw_prose(ui, fact.name, rest.origin(), rest.w, theme.small(), style).height);
      continue;
    }
    Rect row = rest.take_top(theme.px(24));
    const float wide = canvas.width(fact.value, theme.small()) + theme.px(2);
    canvas.text_in(row.take_right(std::min(wide, row.w * 0.7F)), fact.value, theme.small(),
                   theme.ink, Align::right);
    canvas.text_in(row, fact.name, theme.small(), theme.soft_ink);
  }
  scroll.end(rest.y - top, area.right() - theme.px(7));
}

void ModelPage::draw_boxes(Ui& ui, Rect area) const {
  const float gap = ui.theme.px(16);
  const auto count = static_cast<float>(stacks_.size());
  const float wide = std::min(ui.theme.px(320), (area.w - gap * (count - 1)) / count);
  area = area.inset((area.w - wide * count - gap * (count - 1)) / 2, 0);
  for (const ModelStack& stack : stacks_) {
    draw_stack(ui, stack, area.take_left(wide));
    area.take_left(gap);
  }
}

const Lesson* ModelPage::draw_lessons(Ui& ui, Rect area) {
  const Theme& theme = ui.theme;
  if (lessons_.empty()) {
    FormulaStyle style;
    style.size = theme.px(16);
    style.ink = theme.ink;
    draw_prose(ui, no_lesson_, area.origin(), area.w, theme.small(), style);
    return nullptr;
  }
  ui.canvas.text_in(area.take_top(theme.px(28)), "Lessons that run on it", theme.small(),
                    theme.faint_ink);
  const int last = static_cast<int>(lessons_.size()) - 1;
  if (ui.has_key(Key::down)) choice_ = std::min(choice_ + 1, last);
  if (ui.has_key(Key::up)) choice_ = std::max(choice_ - 1, 0);
  const Lesson* picked =
      ui.has_key(Key::enter) ? lessons_[static_cast<std::size_t>(choice_)] : nullptr;
  Scroll scroll(ui, lessons_offset_, area, theme.px(48));
  Rect rest = scroll.page();
  const float top = rest.y;
  rest.w -= theme.px(14);
  for (std::size_t i = 0; i < lessons_.size(); ++i) {
    const Rect row = rest.take_top(theme.px(40)).inset(0, theme.px(2));
    const Touch touch = ui.touch(Ui::id("lesson on a model", i), row);
    const bool chosen = static_cast<int>(i) == choice_;
    if (chosen || touch.hovered) {
      ui.canvas.fill(row, chosen ? theme.raised : theme.pressed, theme.px(7));
    }
    if (chosen) ui.canvas.frame(row, theme.accent, theme.px(1.5F), theme.px(7));
    Rect words = row.inset(theme.px(12), 0);
    if (chosen) {
      ui.canvas.text_in(words.take_right(theme.px(50)), "Enter", theme.small(), theme.faint_ink,
                        Align::right);
    }
    ui.canvas.text_in(words, lessons_[i]->title, theme.body(), theme.ink);
    if (touch.clicked) picked = lessons_[i];
  }
  scroll.end(rest.y - top, area.right() - theme.px(7));
  return picked;
}

const Lesson* ModelPage::draw(Ui& ui, Rect whole) {
  const Theme& theme = ui.theme;
  Canvas& canvas = ui.canvas;
  canvas.set_layer(1);
  canvas.fill(whole, rgb(0x000000).alpha(0.35F));
  const Rect box = whole.inset(theme.px(whole.w > theme.px(1200) ? 80 : 16), theme.px(40));
  canvas.fill(box, theme.page, theme.px(14));
  canvas.frame(box, theme.rule, theme.px(1), theme.px(14));
  ui.cover(whole);
  Rect rest = box.inset(theme.px(28), theme.px(22));
  Rect head = rest.take_top(theme.px(38));
  bool closed =
      icon_button(ui, Icon::close, head.take_right(theme.px(34)), false, true, "Close (Esc)");
  std::filesystem::path path(named_);
  if (!path.has_filename()) path = path.parent_path();
  canvas.text_in(head, path.filename().string(), theme.title(), theme.ink);
  FormulaStyle style;
  style.size = theme.px(18);
  style.ink = theme.soft_ink;
  rest.take_top(draw_prose(ui, what_, rest.origin(), rest.w, theme.body(), style).height +
                theme.px(16));
  Rect facts = rest.take_left(rest.w * 0.28F);
  rest.take_left(theme.px(24));
  const Rect lessons = rest.take_right(rest.w * 0.36F);
  rest.take_right(theme.px(24));
  draw_facts(ui, facts);
  draw_boxes(ui, rest);
  const Lesson* const picked = draw_lessons(ui, lessons);
  closed = closed || ui.has_key(Key::escape) || picked != nullptr;
  canvas.set_layer(0);
  if (closed && picked == nullptr) close();
  return picked;
}

}  // namespace glassformer
