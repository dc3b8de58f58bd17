#include "app/views/vectors/word_training_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <variant>
#include <vector>

#include "core/lesson/spoken.h"
#include "core/text/number_format.h"

namespace glassformer {

// Settings side by side, in as few rows as they need, and these about equally long: none is left
// alone in the last.
class WordTrainingSettings::Rows {
 public:
  void add(float width, std::function<bool(Rect)> draw) {
    items_.push_back({width, std::move(draw)});
  }
  // Takes the rows from the area. True if something was changed.
  bool draw(const Theme& theme, Rect& area) const {
    const float gap = theme.px(10), step = theme.px(4);
    float length = area.w;
    const std::size_t least = broken(length, gap).size();
    while (length > step && broken(length - step, gap).size() == least) length -= step;
    bool changed = false;
    std::size_t next = 0;
    for (const std::size_t end : broken(length, gap)) {
      if (next > 0) area.take_top(theme.px(5));
      Rect row = area.take_top(theme.px(32));
      for (; next < end; ++next) {
        changed = items_[next].draw(row.take_left(std::min(items_[next].width, row.w))) || changed;
        row.take_left(gap);
      }
    }
    return changed;
  }

 private:
  struct Item {
    float width;
    std::function<bool(Rect)> draw;
  };

  // The item behind the last of each row, where rows are not longer than this.
  std::vector<std::size_t> broken(float length, float gap) const {
    std::vector<std::size_t> ends;
    float used = 0;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      if (used > 0 && used + items_[i].width > length) {
        ends.push_back(i);
        used = 0;
      }
      used += items_[i].width + gap;
    }
    ends.push_back(items_.size());
    return ends;
  }

  std::vector<Item> items_;
};

void WordTrainingSettings::learn_from(const std::filesystem::path& text) {
  plan_.text = text;
  plan_.min_count = text.empty() ? 1 : 5;
  plan_.words = {};
  typed_.clear();
}

bool WordTrainingSettings::draw(Ui& ui, Rect& area, const std::string& words) {
  Rows rows;
  int behind = 0;
  for (const WordTrainingOption& option : word_training_options()) {
    const bool first = &option == &word_training_options().front();
    std::visit(
        [&](const auto& one) {
          if (!one.shown(plan_)) return;
          const bool own = first || speaks_of(words, one.name);
          behind += own ? 0 : 1;
          if (own || more_) add(ui, one, rows);
        },
        option);
  }
  if (!plan_.text.empty()) add_way_back(ui, rows);
  if (behind > 0) add_more(ui, rows, behind);
  return rows.draw(ui.theme, area);
}

void WordTrainingSettings::add_more(Ui& ui, Rows& rows, int behind) {
  const std::string label = more_ ? "Less" : "More";
  rows.add(ui.canvas.width(label, ui.theme.small()) + ui.theme.px(28),
           [this, &ui, label, behind](Rect place) {
             const std::string tip = more_ ? "only what this step speaks of (O)"
                                           : fmt::format("{} further settings (O)", behind);
             if (ui.button(label, place, false, tip) || ui.pressed(Key::o)) {
               more_ = !more_;
               ui.request_frame();
             }
             return false;
           });
}

bool WordTrainingSettings::choose_model(int model) {
  if (model == this->model()) return false;
  std::get<WordTrainingChoice>(word_training_options().front()).write(plan_, model);
  return true;
}

int WordTrainingSettings::model() const {
  return std::get<WordTrainingChoice>(word_training_options().front()).read(plan_);
}

void WordTrainingSettings::add(Ui& ui, const WordTrainingChoice& one, Rows& rows) {
  rows.add(ui.theme.px(one.width), [this, &ui, &one](Rect place) {
    const int before = one.read(plan_);
    const int chosen = ui.segments(one.name, one.labels, before, place, one.meanings);
    if (chosen != before) one.write(plan_, chosen);
    return chosen != before;
  });
}

void WordTrainingSettings::add(Ui& ui, const WordTrainingSwitch& one, Rows& rows) {
  const Theme& theme = ui.theme;
  const float label = ui.canvas.width(one.name, theme.small()) + theme.px(6);
  rows.add(theme.px(42) + label, [this, &ui, &one](Rect place) {
    if (ui.hovering(place)) ui.tip(one.meaning);
    bool on = one.read(plan_);
    const bool changed = ui.toggle(one.name, on, place);
    if (changed) one.write(plan_, on);
    place.take_left(ui.theme.px(42));
    ui.canvas.text_in(place, one.name, ui.theme.small(), ui.theme.soft_ink);
    return changed;
  });
}

void WordTrainingSettings::add(Ui& ui, const WordTrainingNumber& one, Rows& rows) {
  const Theme& theme = ui.theme;
  const float label = ui.canvas.width(one.name, theme.small()) + theme.px(8);
  rows.add(label + theme.px(one.width), [this, &ui, &one, label](Rect place) {
    if (ui.hovering(place)) ui.tip(one.meaning);
    ui.canvas.text_in(place.take_left(label), one.name, ui.theme.small(), ui.theme.soft_ink);
    return edit(ui, one, place);
  });
}

// From a text of one's own.
void WordTrainingSettings::add_way_back(Ui& ui, Rows& rows) {
  const Theme& theme = ui.theme;
  const std::string name =
      ui.canvas.elided(plan_.text.filename().string(), theme.body(), theme.px(260)) + "  ×";
  rows.add(ui.canvas.width(name, theme.body()) + theme.px(28), [this, &ui, name](Rect place) {
    const bool left = ui.button(name, place, true, "Back to the program's own corpus");
    if (left) learn_from({});
    return left;
  });
}

bool WordTrainingSettings::edit(Ui& ui, const WordTrainingNumber& number, Rect box) {
  std::string& typed = typed_[number.name];
  const std::string shown = fmt::format("{:g}", number.read(plan_));
  if (!ui.text_active()) typed = shown;
  if (!ui.text_field(number.name, typed, box)) return false;
  const std::optional<double> value = parse_number(typed);
  if (!value || !(*value >= number.least && *value <= number.most)) {
    refused_ =
        value ? fmt::format("{} = {} cannot be: it must be a number from {} to {}", number.name,
                            typed, format_exact(number.least), format_exact(number.most))
              : "“" + typed + "” is no number: " + number.name + " needs one";
    typed = shown;
    return false;
  }
  number.write(plan_, *value);
  return fmt::format("{:g}", number.read(plan_)) != shown;
}

}  // namespace glassformer
