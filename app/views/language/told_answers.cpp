#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/views/language/assistant_pictures.h"
#include "app/views/language/chip_lines.h"
#include "app/views/language/next_word_pictures.h"
#include "app/views/parts/touch_cell.h"
#include "core/scenes/records/assistant.h"

namespace glassformer {

namespace {

using Verdict = AssistantRecord::Side::Verdict;

constexpr float kLargest = 64;  // px at scale 1 of the letters

// Above what is told stands which model told it.
float head_height(const Ui& ui) {
  return ui.theme.px(34);
}

// The letters in which a whole answer has room, px at scale 1.
float letters_of(const Ui& ui, const AssistantRecord::Side& side, Rect area) {
  std::vector<std::string> words;
  for (const auto* tokens : {&side.question, &side.written}) {
    for (const std::string& token : *tokens) words.push_back(on_chip(token));
  }
  if (side.ended) words.emplace_back("(end)");
  area.take_top(head_height(ui));
  return lay_out_chips(ui, words, area, false, true, kLargest).type.size / ui.theme.scale;
}

// Tokens of a question, and behind them those of an answer in another tint.
void draw_asked_chips(Ui& ui, const std::vector<std::string>& question,
                      const std::vector<std::string>& answer, Color tint, bool ended, bool hidden,
                      float largest, bool spread, Rect area) {
  const Theme& theme = ui.theme;
  std::vector<std::string> words;
  for (const std::string& token : question) words.push_back(on_chip(token));
  const std::size_t asked = words.size();
  if (hidden) {
    words.emplace_back("?");
  } else {
    for (const std::string& token : answer) words.push_back(on_chip(token));
    if (ended) words.emplace_back("(end)");
  }
  const ChipLines chips = lay_out_chips(ui, words, area, false, spread, largest);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Rect chip = chips.places[i];
    if (chip.bottom() > area.bottom() + 1) break;
    const bool given = i < asked, end = !hidden && ended && i + 1 == words.size();
    if (end || (hidden && !given)) {
      ui.canvas.frame(chip, theme.soft_ink, theme.px(2), theme.px(6));
      ui.canvas.text_in(chip, words[i], chips.type, theme.soft_ink, Align::center);
      continue;
    }
    const Color fill = given ? mix(theme.page, theme.ink, 0.09F) : mix(theme.page, tint, 0.32F);
    ui.canvas.fill(chip, fill, theme.px(6));
    ui.canvas.text_in(chip, words[i], chips.type, ink_on(fill), Align::center);
  }
}

// What is written of a verdict, and its colour.
void draw_verdict(Ui& ui, Verdict verdict, Rect place) {
  const Theme& theme = ui.theme;
  if (verdict == Verdict::none) {
    ui.canvas.text_in(place, "no answer", theme.heading(), theme.soft_ink, Align::right);
    return;
  }
  const bool right = verdict == Verdict::right;
  ui.canvas.text_in(place, right ? "right" : "wrong", theme.heading(),
                    right ? theme.ink : theme.error, Align::right);
}

void draw_told_in(Ui& ui, Session& session, int which, float letters, Rect area) {
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  const auto& record = run->records.get<AssistantRecord>();
  const auto& side = record.sides[static_cast<std::size_t>(which)];
  Rect head = area.take_top(head_height(ui));
  const CellTouch touch = touch_cell(ui, session, cell_of(run->tape, record.answered, which, 0),
                                     head.take_right(std::min(theme.px(150), 0.3F * head.w)));
  const bool judged = record.known;
  if (judged && !touch.hidden) {
    draw_verdict(ui, side.verdict, {head.right(), head.y, theme.px(150), head.h});
  }
  ui.canvas.text_in(head, "the model " + side.name, theme.heading(), theme.soft_ink);
  if (which == 1 && record.own) {
    ui.canvas.fill(head, theme.page);
    ui.canvas.text_in(head, side.name, theme.heading(), theme.soft_ink);
  }
  draw_asked_chips(ui, side.question, side.written, theme.tensor(Role::output), side.ended,
                   touch.hidden, letters, true, area);
}

}  // namespace

void draw_told(Ui& ui, Session& session, int which, Rect area) {
  draw_told_in(ui, session, which, kLargest, area);
}

void draw_both_told(Ui& ui, Session& session, Rect area) {
  const float gap = ui.theme.px(18);
  const Rect above = area.take_top((area.h - gap) / 2);
  area.take_top(gap);
  // One size of letters for both.
  const auto& sides = session.run()->records.get<AssistantRecord>().sides;
  const float letters = std::min(letters_of(ui, sides[0], above), letters_of(ui, sides[1], area));
  draw_told_in(ui, session, 0, letters, above);
  ui.canvas.line({area.x, area.y - gap / 2}, {area.right(), area.y - gap / 2}, ui.theme.rule,
                 ui.theme.px(1));
  draw_told_in(ui, session, 1, letters, area);
}

void draw_fact_groups(Ui& ui, Session& session, Rect area) {
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  const auto& record = run->records.get<AssistantRecord>();
  const float gap = theme.px(14);
  float names = 0.2F * area.w;
  for (const std::string& name : run->tape.node(record.facts).label.rows.labels) {
    names = std::max(names, ui.canvas.width(name, theme.body()) + theme.px(2));
  }
  names = std::min(theme.px(180), names);
  Rect head = area.take_top(theme.px(34));
  head.take_left(names + gap);
  const float wide = 0.38F * (head.w - gap);
  ui.canvas.text_in(head.take_left(wide), "read before, in a text", theme.heading(),
                    theme.soft_ink);
  head.take_left(gap);
  ui.canvas.text_in(head, "learned in the tuning", theme.heading(), theme.soft_ink);
  const float high = area.h / FactQuestion::groups;
  for (int g = 0; g < FactQuestion::groups; ++g) {
    Rect row = area.take_top(high);
    ui.canvas.line({row.x, row.y}, {row.right(), row.y}, theme.rule, theme.px(1));
    row = row.inset(0, theme.px(6));
    Rect name_of = row.take_left(names);
    row.take_left(gap);
    const Rect count = name_of.take_top(0.55F * name_of.h);
    const CellTouch touch = touch_cell(ui, session, cell_of(run->tape, record.facts, g, 0), count);
    ui.canvas.text_in({count.x, count.bottom() - theme.px(36), count.w, theme.px(36)},
                      touch.shown(fmt::format("{:.0f} facts", run->tape.value(record.facts)(g, 0))),
                      theme.title(), touch.lit ? theme.accent : theme.ink);
    ui.canvas.text_in({name_of.x, name_of.y, name_of.w, theme.px(26)},
                      axis_label(run->tape.node(record.facts).label.rows, g), theme.body(),
                      theme.ink);
    const auto example = std::ranges::find(record.examples, static_cast<FactQuestion::Group>(g),
                                           &AssistantRecord::Example::group);
    if (example == record.examples.end()) continue;
    const Rect read = row.take_left(wide);
    row.take_left(gap);
    const auto nothing = [&](Rect place, const char* words) {
      ui.canvas.text_in(place, words, theme.title(), theme.faint_ink);
    };
    const auto words_of = [](const std::string& text) {
      std::vector<std::string> words;
      for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        words.push_back(text.substr(at, end - at));
        at = end + 1;
      }
      return words;
    };
    const bool unread = example->group == FactQuestion::Group::unread;
    if (unread) {
      nothing(read, "not read");
    } else {
      draw_asked_chips(ui, {}, words_of(example->sentence), theme.tensor(Role::value), false, false,
                       28, true, read);
    }
    if (example->group == FactQuestion::Group::asked) {
      draw_asked_chips(ui, words_of(example->question), words_of(example->answer),
                       theme.tensor(Role::output), true, false, 28, true, row);
    } else {
      nothing(row, "not asked");
    }
  }
}

}  // namespace glassformer
