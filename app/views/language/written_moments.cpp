#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "app/views/language/pretraining_pictures.h"
#include "app/views/parts/touch_cell.h"
#include "app/widgets/motion.h"
#include "core/scenes/records/pre_training.h"
#include "core/text/number_format.h"
#include "core/text/readable.h"

namespace glassformer {

namespace {

// The text on lines of at most this width, broken at its spaces.
std::vector<std::string> broken_lines(const Ui& ui, const std::string& text, Type type,
                                      float width) {
  std::vector<std::string> lines;
  std::string line;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at + 1), text.size());
    const std::string word = text.substr(at, end - at);
    if (!line.empty() && ui.canvas.width(line + word, type) > width) {
      lines.push_back(std::move(line));
      line = word.front() == ' ' ? word.substr(1) : word;
    } else {
      line += word;
    }
    at = end;
  }
  lines.push_back(line);
  return lines;
}

class WrittenMoments {
 public:
  WrittenMoments(Ui& ui, Session& session)
      : ui_(ui),
        session_(session),
        run_(session.run()),
        record_(run_->records.get<PreTrainingRecord>()) {
    for (const PreTrainingRecord::Written& one : record_.written) {
      texts_.push_back(one.text.empty() ? "–" : readable(one.text));
      std::ranges::replace(texts_.back(), '\n', ' ');
    }
  }

  std::optional<std::int64_t> draw(Rect area) {
    draw_prompt(area);
    choose_rows(area);
    std::optional<std::int64_t> chosen;
    Rect row{area.x, area.y, area.w, high_};
    for (const std::size_t m : rows_) {
      if (draw_row(m, row)) chosen = record_.steps[m];
      row.y += high_;
    }
    return chosen;
  }

 private:
  // What all of them go on with, on up to two lines; of a longer one the end, which matters most.
  void draw_prompt(Rect& area) {
    const Theme& theme = ui_.theme;
    const std::string prompt = readable(session_.shown().text[0]);
    std::vector<std::string> lines;
    Type type;
    for (const Type one : {theme.title(), theme.heading(), theme.body(), theme.small()}) {
      type = one;
      lines = broken_lines(ui_, prompt, type, area.w);
      if (lines.size() <= 1 || (lines.size() == 2 && type == theme.small())) break;
    }
    if (lines.size() > 2) lines.erase(lines.begin(), lines.end() - 2);
    const float high = ui_.canvas.line_height(type);
    area.take_top(theme.px(4));
    for (const std::string& line : lines) {
      ui_.canvas.text_in(area.take_top(high), line, type, theme.soft_ink);
    }
    area.take_top(theme.px(8));
  }

  // All moments, in the largest letters with which what they write has room; where there is too
  // little of it fewer of them, the first, the last and the chosen one always.
  void choose_rows(Rect area) {
    label_ = ui_.canvas.width("after 1000", ui_.theme.heading()) + ui_.theme.px(20);
    for (std::size_t count = texts_.size(); count > 0; --count) {
      rows_ = some_of(count);
      high_ = std::min(area.h / static_cast<float>(rows_.size()), ui_.theme.px(90));
      if (choose_type(area.w - label_ - ui_.theme.px(16)) || rows_.size() <= 3) return;
    }
  }

  std::vector<std::size_t> some_of(std::size_t count) const {
    std::vector<std::size_t> made;
    const std::size_t last = texts_.size() - 1;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t at = count < 2 ? last : (i * last + (count - 1) / 2) / (count - 1);
      if (made.empty() || made.back() != at) made.push_back(at);
    }
    if (std::ranges::find(made, record_.moment) == made.end()) {
      *std::ranges::min_element(made, {}, [&](std::size_t at) {
        const bool end = at == 0 || at == last;
        return (end ? texts_.size() : 0) +
               (at > record_.moment ? at - record_.moment : record_.moment - at);
      }) = record_.moment;
    }
    return made;
  }

  bool choose_type(float width) {
    constexpr std::array sizes{34.0F, 30.0F, 26.0F, 24.0F, 22.0F, 20.0F, 18.0F, 16.0F, 14.0F};
    for (const float size : sizes) {
      type_ = {Face::text, ui_.theme.px(size)};
      const bool fits = std::ranges::all_of(rows_, [&](std::size_t m) {
        return broken_lines(ui_, texts_[m], type_, width).size() <= most_lines();
      });
      if (fits && ui_.canvas.line_height(type_) <= high_) return true;
    }
    return false;
  }
  std::size_t most_lines() const {
    const float lines = (high_ - ui_.theme.px(6)) / ui_.canvas.line_height(type_);
    return static_cast<std::size_t>(std::max(1.0F, lines));
  }

  bool draw_row(std::size_t m, Rect row) {
    const Theme& theme = ui_.theme;
    const bool on = m == record_.moment;
    const Touch touch = ui_.touch(Ui::id("written moment", m), row);
    const Rect box = row.inset(0, theme.px(2));
    const Color fill = on ? mix(theme.page, theme.tensor(Role::output), 0.25F)
                          : mix(theme.page, theme.ink, touch.hovered ? 0.1F : 0.04F);
    ui_.canvas.fill(box, fill, theme.px(6));
    if (on) ui_.canvas.frame(box, theme.accent, theme.px(2), theme.px(6));
    Rect inner = box.inset(theme.px(8), 0);
    ui_.canvas.text_in(inner.take_left(label_),
                       typeset_numbers(fmt::format("after {}", record_.steps[m])), theme.heading(),
                       on ? ink_on(fill) : theme.soft_ink);
    const bool hidden =
        record_.chances && hides(session_, cell_of(run_->tape, record_.chances, 0, 0));
    std::vector<std::string> lines = broken_lines(ui_, hidden ? "?" : texts_[m], type_, inner.w);
    if (lines.size() > most_lines()) {
      lines.resize(most_lines());
      lines.back() = ui_.canvas.elided(lines.back() + " …", type_, inner.w);
    }
    const float line = ui_.canvas.line_height(type_);
    float y = inner.center().y - line * static_cast<float>(lines.size()) / 2;
    for (const std::string& one : lines) {
      ui_.canvas.text_in({inner.x, y, inner.w, line}, one, type_, ink_on(fill));
      y += line;
    }
    return touch.clicked;
  }

  Ui& ui_;
  Session& session_;
  const RunPtr run_;
  const PreTrainingRecord& record_;
  std::vector<std::string> texts_;
  std::vector<std::size_t> rows_;  // the moments that are shown
  Type type_;
  float high_ = 0, label_ = 0;
};

}  // namespace

std::optional<std::int64_t> draw_written(Ui& ui, Session& session, Rect area) {
  return WrittenMoments(ui, session).draw(area);
}

void draw_doubt(Ui& ui, Session& session, Rect area) {
  constexpr float seconds = 0.5F;
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  const auto& record = run->records.get<PreTrainingRecord>();
  const auto perplexity = static_cast<double>(run->tape.value(record.perplexity)(0, 0));
  const int all = static_cast<int>(run->tape.value(record.sizes)(2, 0));
  const Rect caption = area.take_bottom(theme.px(40));
  area.take_bottom(theme.px(6));
  const CellTouch touch =
      touch_cell(ui, session, cell_of(run->tape, record.perplexity, 0, 0), area);
  const auto lit =
      touch.hidden ? 0.0F
                   : std::min(glide(ui, Ui::id("doubt"), static_cast<float>(perplexity), seconds),
                              static_cast<float>(all));
  // The largest squares with which all have room.
  int across = 1;
  while (area.w / static_cast<float>(across) * static_cast<float>((all + across - 1) / across) >
         area.h) {
    ++across;
  }
  const float side = area.w / static_cast<float>(across), gap = std::min(theme.px(3), 0.15F * side);
  const Color on = theme.tensor(Role::output), off = mix(theme.page, theme.ink, 0.13F);
  for (int i = 0; i < all; ++i) {
    Rect square{area.x + side * static_cast<float>(i % across),
                area.y + side * static_cast<float>(i / across), side - gap, side - gap};
    ui.canvas.fill(square, off, 0.15F * side);
    const float share = std::clamp(lit - static_cast<float>(i), 0.0F, 1.0F);
    square.w *= share;
    if (share > 0) ui.canvas.fill(square, on, 0.15F * side);
  }
  const std::string told = touch.hidden ? "?" : format_digits(perplexity, 3);
  ui.canvas.text_in(
      caption,
      fmt::format("{} of {} {}, after {} steps", told, typeset_numbers(std::to_string(all)),
                  record.words ? "words" : "tokens",
                  typeset_numbers(std::to_string(record.steps[record.moment]))),
      theme.title(), touch.lit ? theme.accent : theme.ink);
}

}  // namespace glassformer
